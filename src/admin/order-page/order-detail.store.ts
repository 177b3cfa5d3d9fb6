/*
 * One order as the database has it, and the forms that change it. Each form keeps what is typed into it
 * until that is saved, whatever the page loads meanwhile.
 */
import { atom } from 'nanostores'
import { type Difference, differences } from '#admin/order/differences.ts'
import type { OrderInFull } from '#admin/order/orders.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'
import { showToastOnNextPage } from '#kit/toast/toast.ts'
import type { Order } from '#order/order.ts'
import { isOrderId } from '#order/order-id.ts'
import { parseOrderId } from '#order/parse-order-id.ts'
import { paths } from '#paths.ts'
import { createCorrection } from './correction.store.ts'
import { createDispatchForm } from './dispatch-form.store.ts'
import { createNotes } from './notes.store.ts'
import { type OrderRequests, orderRequests, type ShownOrder } from './shown-order.ts'

export interface OrderDetailOptions extends Partial<OrderRequests> {
  /** As it was typed or pasted into the path. */
  typedId: string
}

export function createOrderDetail({ typedId, ...options }: OrderDetailOptions) {
  const services = { ...orderRequests, ...options }
  const orderId = parseOrderId(typedId) ?? typedId
  /** What changed elsewhere while something was typed here. */
  const $meanwhile = atom<readonly Difference[] | undefined>(undefined)
  /** An unknown order is undefined. */
  const remote = createRemoteStore(fetchOrder, {
    errorMessage: 'Error fetching orders',
    keepsValue: true,
    reloadsWhenVisible: true,
    mayReload: () => !dispatch.isSaving() && !correction.isSaving(),
  })
  const shown: ShownOrder = { found, hold: remote.cancel, takeOver, meetChange }
  const dispatch = createDispatchForm(shown, services)
  const correction = createCorrection(shown, services)
  const notes = createNotes(orderId, services, {
    notes: () => found()?.notes ?? [],
    show: (changed) => show({ notes: changed }),
    load: remote.load,
  })

  async function fetchOrder(): Promise<OrderInFull | undefined> {
    if (!isOrderId(orderId)) return undefined
    const before = found()
    const after = await services.fetchOrderInFull(orderId)
    if (before && after && before.order.version < after.order.version && isTyped()) {
      $meanwhile.set(differences(before.order, after.order))
    }
    return after
  }

  function isTyped(): boolean {
    return dispatch.isTyped() || correction.isTyped()
  }

  function found(): OrderInFull | undefined {
    const view = remote.$remote.get()
    return view.state === 'ready' ? view.value : undefined
  }

  function show(change: Partial<OrderInFull>): void {
    remote.update((view) => view && { ...view, ...change })
  }

  function takeOver(order: Order): void {
    $meanwhile.set(undefined)
    show({ order })
    void remote.load()
  }

  async function meetChange(order: Order | undefined): Promise<void> {
    await remote.load()
    const now = found()
    // The load failed.
    if (!now || !order || now.order.version >= order.version) return
    $meanwhile.set(differences(now.order, order))
    show({ order })
  }

  /** Follows the order until the returned function is called. Leaves for the list if it is unknown. */
  function start(): () => void {
    const stopRedirect = remote.$remote.listen((view) => {
      if (view.state !== 'ready' || view.value) return
      showToastOnNextPage({
        title: 'Order not found',
        description: `No order found with ID ${orderId}`,
        tone: 'destructive',
      })
      location.replace(paths.adminOrders)
    })
    const stopRemote = remote.start()
    return () => {
      stopRedirect()
      stopRemote()
    }
  }

  return {
    $remote: remote.$remote,
    $meanwhile,
    load: remote.load,
    start,
    dispatch,
    correction,
    notes,
  }
}

export type OrderDetailStore = ReturnType<typeof createOrderDetail>
