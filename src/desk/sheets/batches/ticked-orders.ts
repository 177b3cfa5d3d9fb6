/*
 * Hands orders that the admin selected in a list to the page of courier sheets: call `startSheet(ids)`. The
 * ids wait in the tab's storage, so they outlive a reload, and other tabs have their own.
 */

import { tabStorage } from '#kit/storage/tab-storage.ts'
import { isOrderId } from '#order/order-id.ts'
import { paths } from '#paths.ts'

const STORAGE_KEY = 'zulf:admin-tab-sheet-orders'

/** Opens the page of courier sheets, which then offers a sheet of exactly these orders. */
export function startSheet(ids: readonly string[]): void {
  tabStorage.set(STORAGE_KEY, ids)
  location.assign(paths.adminParcels)
}

/** Empty where none were handed over. */
export function readTicked(): string[] {
  const ids = tabStorage.get(STORAGE_KEY)
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string' && isOrderId(id)) : []
}

export function clearTicked(): void {
  tabStorage.remove(STORAGE_KEY)
}
