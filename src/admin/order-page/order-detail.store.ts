/*
 * One order as the database has it, and the forms that change it. Each form keeps what is typed into it
 * until that is saved, whatever the page loads meanwhile.
 */
import { atom } from 'nanostores'
import { fetchSizes } from '#admin/order/lines.api.ts'
import {
  addNote,
  bookOrder,
  correctOrder,
  deleteNote,
  fetchOrderInFull,
} from '#admin/order/orders.api.ts'
import type { OrderInFull } from '#admin/order/orders.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'
import { showToast, showToastOnNextPage } from '#kit/toast/toast.ts'
import type { Order } from '#order/order.ts'
import { isOrderId } from '#order/order-id.ts'
import { parseOrderId } from '#order/parse-order-id.ts'
import { paths } from '#paths.ts'
import { createBooking } from './booking.store.ts'
import { createCorrection } from './correction.store.ts'
import { type Difference, orderDifferences } from './differences.ts'
import { createNotes } from './notes.store.ts'

const requests = {
  fetchOrderInFull,
  bookOrder,
  correctOrder,
  addNote,
  deleteNote,
  fetchSizes,
  showToast,
}

export type OrderRequests = typeof requests

export interface OrderDetailOptions extends Partial<OrderRequests> {
  /** As it was typed or pasted into the path. */
  typedId: string
}

/** What the forms of the page share. */
export interface ShownOrder {
  found(): OrderInFull | undefined
  /** Drops the response to a load under way: it does not know of the change that is being saved. */
  hold(): void
  /** Shows what a change returned, and loads its history. */
  takeOver(change: Partial<OrderInFull>): void
  /** Shows the order as it is now, with what changed, after a form was refused as stale. */
  meetChange(order: Order | undefined): Promise<void>
}

export function createOrderDetail({ typedId, ...options }: OrderDetailOptions) {
  const services = { ...requests, ...options }
  const orderId = parseOrderId(typedId) ?? typedId
  /** What changed elsewhere while something was typed here. */
  const $meanwhile = atom<readonly Difference[] | undefined>(undefined)
  /** An unknown order is undefined. */
  const remote = createRemoteStore(fetchOrder, {
    errorMessage: 'Error fetching orders',
    keepsValue: true,
    reloadsWhenVisible: true,
    mayReload: () => !booking.isSaving() && !correction.isSaving(),
  })
  const shown: ShownOrder = { found, hold: remote.cancel, takeOver, meetChange }
  const booking = createBooking(shown, services)
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
      $meanwhile.set(orderDifferences(before, after))
    }
    return after
  }

  function isTyped(): boolean {
    return booking.isTyped() || correction.isTyped()
  }

  function found(): OrderInFull | undefined {
    const view = remote.$remote.get()
    return view.state === 'ready' ? view.value : undefined
  }

  function show(change: Partial<OrderInFull>): void {
    remote.update((view) => view && { ...view, ...change })
  }

  function takeOver(change: Partial<OrderInFull>): void {
    $meanwhile.set(undefined)
    show(change)
    void remote.load()
  }

  async function meetChange(order: Order | undefined): Promise<void> {
    await remote.load()
    const now = found()
    // The load failed.
    if (!now || !order || now.order.version >= order.version) return
    const after = { ...now, order }
    $meanwhile.set(orderDifferences(now, after))
    show(after)
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
    booking,
    correction,
    notes,
  }
}

export type OrderDetailStore = ReturnType<typeof createOrderDetail>
