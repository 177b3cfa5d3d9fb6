/* What is entered on the page of a new order, and what its steps work on. */
import type { WritableAtom } from 'nanostores'
import { fetchSizes } from '#admin/order/lines.api.ts'
import type { OrderSaving, OrderSubmit } from '#admin/order/order-submit.ts'
import { createOrder } from '#admin/order/orders.api.ts'
import { newOrders } from '#admin/orders/new-orders/new-orders.store.ts'
import { tabStorage } from '#kit/storage/tab-storage.ts'
import { showToastOnNextPage } from '#kit/toast/toast.store.ts'
import type { Order } from '#order/order.ts'
import { newOrderKey } from '#order/order-key.ts'
import { paths } from '#paths.ts'
import { type Draft, type FillReport, isEmptyDraft, parseDraft } from './new-order.ts'

const STORAGE_KEY = 'zulf:admin-tab-new-order'

export interface Entered extends Draft {
  /** The order that has the number already. */
  takenBy: string | undefined
  fillReport: FillReport | undefined
  /** Whether the draft was typed before the page was opened. */
  isRestored: boolean
}

export interface NewOrderForm extends Entered, OrderSaving {}

export const liveServices = {
  createOrder,
  fetchSizes,
  showToastOnNextPage,
  newOrderKey,
  readDraft: (): Draft | undefined => parseDraft(tabStorage.get(STORAGE_KEY)),
  saveDraft: (draft: Draft | undefined): void =>
    draft ? tabStorage.set(STORAGE_KEY, draft) : tabStorage.remove(STORAGE_KEY),
  /** Replaced, so that Back does not lead to the form of a saved order. */
  openOrder: async ({ id, date }: Order): Promise<void> => {
    await newOrders.markOwn(date)
    location.replace(paths.adminOrder(id))
  },
}

export type NewOrderServices = typeof liveServices

/** What the steps of a new order work on. */
export interface Entering {
  $entered: WritableAtom<Entered>
  submit: OrderSubmit
  services: NewOrderServices
}

/** What is entered is saved for this tab at once. */
export function edit({ $entered, services }: Entering, change: Partial<Entered>): void {
  const entered = { ...$entered.get(), ...change }
  $entered.set(entered)
  const { texts, lines, source, pendingKey, takesNewNumber } = entered
  const draft = { texts, lines, source, pendingKey, takesNewNumber }
  services.saveDraft(isEmptyDraft(draft) ? undefined : draft)
}
