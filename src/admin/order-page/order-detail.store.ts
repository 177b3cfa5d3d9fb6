/* The page of one order: the order as the database has it, and the forms that change it. */
import { atom, computed } from 'nanostores'
import { stopAll } from '#kit/remote/remote-store.ts'
import { showToastOnNextPage } from '#kit/toast/toast.store.ts'
import { parseOrderId } from '#order/parse-order-id.ts'
import { paths } from '#paths.ts'
import { createDispatchForm, type DispatchFormStore } from './dispatch-form.store.ts'
import {
  createShownOrder,
  type OrderForm,
  type OrderRequests,
  orderRequests,
  type ShownOrder,
} from './shown-order.ts'

export interface OrderDetailOptions<Additions> extends Partial<OrderRequests> {
  /** As it was typed or pasted into the path. */
  typedId: string
  /** Undefined without the desk. */
  createAdditions?: ((shown: ShownOrder, dispatch: DispatchFormStore) => Additions) | undefined
}

export function createOrderDetail<Additions extends { correction: OrderForm }>({
  typedId,
  createAdditions,
  ...options
}: OrderDetailOptions<Additions>) {
  const requests = { ...orderRequests, ...options }
  const forms: OrderForm[] = []
  const shown = createShownOrder(parseOrderId(typedId) ?? typedId, requests, forms)
  const dispatch = createDispatchForm(shown, requests)
  const additions = createAdditions?.(shown, dispatch)
  forms.push(dispatch, ...(additions ? [additions.correction] : []))
  const { $remote, load } = shown.remote
  return {
    orderId: shown.orderId,
    $remote,
    load,
    loadOwn: shown.loadOwn,
    $meanwhile: shown.$meanwhile,
    $restored: restoredOn(shown, forms),
    discardTyped: () => {
      for (const form of forms) form.discard()
    },
    start: () => start(shown),
    dispatch,
    additions,
  }
}

export type OrderDetailStore = ReturnType<typeof createOrderDetail>

/** Whether drafts are filled in again: on the order as they were typed on it, or on a changed one. */
function restoredOn({ remote: { $remote } }: ShownOrder, forms: readonly OrderForm[]) {
  /** Of the order when the page was opened. */
  const $version = atom<number | undefined>()
  const stop = $remote.listen((view) => {
    if (view.state !== 'ready' || !view.value) return
    stop()
    $version.set(view.value.order.version)
    for (const form of forms) form.compare()
  })
  return computed([$version, ...forms.map(({ $form }) => $form)], (version, ...fields) => {
    const drafts = fields.filter(({ isRestored }) => isRestored)
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
