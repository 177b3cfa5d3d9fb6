/*
 * What gives a right to an order besides the token of its device, for as long as the tab is open: the phone that
 * found it (docs/product.md, rule 6.19), and the one-time code of a confirm link (rule 21.5).
 */
import { hasStrings, isRecord } from '#kit/json.ts'
import { tabValue } from '#kit/storage/tab-storage.ts'
import { type OrderKey, tokenOf } from './order-key.ts'

/** Each is saved for one order, the latest. */
const savedPhone = tabValue('zulf:order-phone')
const savedCode = tabValue('zulf:confirm-code')

const FRAGMENT = /^#confirm=([A-Za-z0-9]{24})$/

export function saveOrderPhone(id: string, phone: string): void {
  savedPhone.set({ id, phone })
}

export function orderPhone(orderId: string): string | undefined {
  return textFor(orderId, savedPhone.get(), 'phone')
}

/**
 * Takes the code of the order out of the URL, if it has one, so that it is in no history and in no link that is
 * shared. It comes in the fragment, which no server sees.
 */
export function takeConfirmCode(orderId: string): void {
  const code = FRAGMENT.exec(location.hash)?.[1]
  if (code === undefined) return
  savedCode.set({ id: orderId, code })
  history.replaceState(history.state, '', location.pathname + location.search)
}

export function confirmCode(orderId: string): string | undefined {
  return textFor(orderId, savedCode.get(), 'code')
}

/** The code was used, or has ended. The page stays whole by the phone that it shows. */
export function replaceCodeByPhone(orderId: string, phone: string): void {
  savedCode.remove()
  saveOrderPhone(orderId, phone)
}

/** What a change is sent with: the token of the order's device, or the code of its confirm link. */
export type OrderProof = OrderKey | { id: string; code: string }

export function proofOf(id: string): OrderProof {
  const [token, code] = [tokenOf(id), confirmCode(id)]
  return token === undefined && code !== undefined ? { id, code } : { id, token: token ?? '' }
}

function textFor(orderId: string, saved: unknown, field: 'phone' | 'code'): string | undefined {
  return isRecord(saved) && hasStrings(saved, ['id', field]) && saved.id === orderId
    ? saved[field]
    : undefined
}
