/* What the forms of an order's page share: its requests, and the order on screen. */

import { sendAct } from '#admin/acts/acts.api.ts'
import { fetchOrderInFull, seeOrder } from '#admin/order/orders.api.ts'
import type { OrderInFull } from '#admin/order/orders.ts'
import { fetchSizes } from '#admin/order-editor/lines.api.ts'
import { showToast } from '#kit/toast/toast.store.ts'
import type { Order } from '#order/order.ts'

export const orderRequests = {
  fetchOrderInFull,
  seeOrder,
  sendAct,
  fetchSizes,
  showToast,
}

export type OrderRequests = typeof orderRequests

export interface ShownOrder {
  found(): OrderInFull | undefined
  load(): Promise<void>
  /** Drops the response to a load under way: it does not know of the change that is being saved. */
  hold(): void
  /** Shows what a change returned and what else it set, and loads its history. */
  takeOver(order: Partial<Order>, more?: Partial<OrderInFull>): void
  /** Shows the order as it is now, with what changed, after a form was refused as stale. */
  meetChange(order: Partial<Order> | undefined): Promise<void>
}
