/*
 * The phone with which an order was found, so that its page stays whole after a reload (docs/product.md, rule 6.19).
 * One pair, for as long as the tab is open; where the browser saves nothing, until the page is left.
 */
import { hasStrings, isRecord } from '#kit/json.ts'
import { tabStorage } from '#kit/storage/tab-storage.ts'

const KEY = 'zulf:order-phone'

let latest: unknown

export function saveOrderPhone(id: string, phone: string): void {
  latest = { id, phone }
  tabStorage.set(KEY, latest)
}

export function orderPhone(orderId: string): string | undefined {
  const saved = tabStorage.get(KEY) ?? latest
  const isSaved = isRecord(saved) && hasStrings(saved, ['id', 'phone']) && saved.id === orderId
  return isSaved ? saved.phone : undefined
}
