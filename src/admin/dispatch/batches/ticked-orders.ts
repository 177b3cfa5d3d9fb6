/*
 * Hands orders that the admin selected in a list to the page of courier sheets: call `startSheet(ids)`. The
 * ids wait in sessionStorage, so they outlive a reload, and other tabs have their own.
 */
import { isOrderId } from '#order/order-id.ts'
import { paths } from '#paths.ts'
import { parseJson } from '#kit/json.ts'

const STORAGE_KEY = 'zulf:sheet-orders'

/** Opens the page of courier sheets, which then offers a sheet of exactly these orders. */
export function startSheet(ids: readonly string[]): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(ids))
  location.assign(paths.adminBatches)
}

/** Empty where none were handed over. */
export function readTicked(): string[] {
  const ids = parseJson(sessionStorage.getItem(STORAGE_KEY))
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string' && isOrderId(id)) : []
}

export function clearTicked(): void {
  sessionStorage.removeItem(STORAGE_KEY)
}
