/* The page of one order: the order as the database has it, and the forms that change it. */
import { atom, computed } from 'nanostores'
import type { Told } from '#admin/order/whole-order.ts'
import { stopAll } from '#kit/remote/remote-store.ts'
import { showToastOnNextPage } from '#kit/toast/toast.store.ts'
import { parseOrderId } from '#order/parse-order-id.ts'
import { paths } from '#paths.ts'
import { type CorrectionStore, createCorrection } from './correction.store.ts'
import { createDispatchForm, type DispatchFormStore } from './dispatch-form.store.ts'
import { createNotes } from './notes.store.ts'
import {
  createShownOrder,
  type OrderRequests,
  orderRequests,
  type ShownOrder,
} from './shown-order.ts'

export interface OrderDetailOptions extends Partial<OrderRequests> {
  /** As it was typed or pasted into the path. */
  typedId: string
}

export function createOrderDetail({ typedId, ...options }: OrderDetailOptions) {
  const requests = { ...orderRequests, ...options }
  const forms: (DispatchFormStore | CorrectionStore)[] = []
  const shown = createShownOrder(parseOrderId(typedId) ?? typedId, requests, forms)
  const dispatch = createDispatchForm(shown, requests)
  const correction = createCorrection(shown, requests)
  forms.push(dispatch, correction)
  const { $remote, load } = shown.remote
  return {
    orderId: shown.orderId,
    $remote,
    load,
    $meanwhile: shown.$meanwhile,
    $restored: restoredOn(shown, dispatch, correction),
    /** Of both forms. */
    discardTyped: () => {
      dispatch.discard()
      correction.discard()
    },
    showTold: (told: Told) => shown.show({ told }),
    start: () => start(shown),
    dispatch,
    correction,
    notes: createNotes(shown.orderId, { sendAct: requests.sendAct, load }),
  }
}

export type OrderDetailStore = ReturnType<typeof createOrderDetail>

/** Whether drafts are filled in again: on the order as they were typed on it, or on a changed one. */
function restoredOn(
  { remote: { $remote } }: ShownOrder,
  dispatch: DispatchFormStore,
  correction: CorrectionStore,
) {
  /** Of the order when the page was opened. */
  const $version = atom<number | undefined>()
  const stop = $remote.listen((view) => {
    if (view.state !== 'ready' || !view.value) return
    stop()
    $version.set(view.value.order.version)
    // What the order has by now is not typed any more.
    dispatch.type({})
    correction.set({})
  })
  return computed([$version, dispatch.$form, correction.$form], (version, ...forms) => {
    const drafts = forms.filter(({ isRestored }) => isRestored)
    if (version === undefined || drafts.length === 0) return undefined
    return drafts.every((draft) => draft.version === version) ? 'same' : 'changed'
  })
}

/** Follows the order until the returned function is called. Leaves for the list if it is unknown. */
function start({ orderId, remote }: ShownOrder): () => void {
  const stopRedirect = remote.$remote.listen((view) => {
    if (view.state !== 'ready' || view.value) return
    showToastOnNextPage({
      title: 'Order not found',
      description: `No order found with ID ${orderId}`,
      tone: 'destructive',
    })
    location.replace(paths.adminOrders)
  })
  return stopAll(stopRedirect, remote.start())
}
