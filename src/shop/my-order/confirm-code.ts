/*
 * The one-time code of a confirm link (docs/product.md, rule 21.5). It comes in the fragment of the URL, which no
 * server sees, and leaves the URL at once, so that it is in no history and in no link that is shared. It stays for
 * as long as the tab is open; where the browser saves nothing, until the page is left.
 */
import { hasStrings, isRecord } from '#kit/json.ts'
import { tabStorage } from '#kit/storage/tab-storage.ts'
import { type OrderKey, tokenOf } from '#order/order-key.ts'

const KEY = 'zulf:confirm-code'
const FRAGMENT = /^#confirm=([A-Za-z0-9]{24})$/

let latest: unknown

/** Takes the code of the order from the URL, if it has one. */
export function takeConfirmCode(orderId: string): void {
  const code = FRAGMENT.exec(location.hash)?.[1]
  if (code === undefined) return
  latest = { id: orderId, code }
  tabStorage.set(KEY, latest)
  history.replaceState(history.state, '', location.pathname + location.search)
}

export function confirmCode(orderId: string): string | undefined {
  const saved = tabStorage.get(KEY) ?? latest
  const isSaved = isRecord(saved) && hasStrings(saved, ['id', 'code']) && saved.id === orderId
  return isSaved ? saved.code : undefined
}

/** Once it is used or has ended. */
export function forgetConfirmCode(): void {
  latest = undefined
  tabStorage.remove(KEY)
}

/** What gives the right to an order: the token of its device, or the code of its confirm link. */
export type OrderProof = OrderKey | { id: string; code: string }

export function proofOf(id: string): OrderProof {
  const [token, code] = [tokenOf(id), confirmCode(id)]
  return token === undefined && code !== undefined ? { id, code } : { id, token: token ?? '' }
}
