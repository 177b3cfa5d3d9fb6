/* What is entered on the page of a new order, and what its steps work on. */
import type { WritableAtom } from 'nanostores'
import { sendAct } from '#admin/acts/acts.api.ts'
import type { Acts } from '#admin/acts/acts.store.ts'
import type { Editor } from '#admin/order-editor/editor.store.ts'
import { fetchSizes } from '#admin/order-editor/lines.api.ts'
import { newOrders } from '#admin/orders/new-orders/new-orders.store.ts'
import { tabStorage } from '#kit/storage/tab-storage.ts'
import { showToastOnNextPage } from '#kit/toast/toast.store.ts'
import type { Order } from '#order/order.ts'
import { newOrderId } from '#order/order-key.ts'
import { paths } from '#paths.ts'
import { type Draft, type FillReport, parseDraft } from './new-order.ts'

const STORAGE_KEY = 'zulf:admin-tab-new-order'

export interface Entered extends Draft {
  /** The order that has the number already. */
  takenBy: string | undefined
  fillReport: FillReport | undefined
  /** Whether the draft was typed before the page was opened. */
  isRestored: boolean
}

export type NewOrderForm = ReturnType<Editor<Entered>['$form']['get']>

export const liveServices = {
  sendAct,
  fetchSizes,
  showToastOnNextPage,
  newOrderId,
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
  editor: Editor<Entered>
  /** One at most: until its response comes, each press sends it again. */
  acts: Acts<'order'>
  services: NewOrderServices
}

export function edit({ $entered }: Entering, change: Partial<Entered>): void {
  $entered.set({ ...$entered.get(), ...change })
}
