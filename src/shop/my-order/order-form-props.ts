import type { Order } from '#order/order.ts'
import type { ChangesSubmit } from './changes-submit.ts'

/** Of each form that changes a placed order. */
export interface OrderFormProps {
  order: Order
  changes: ChangesSubmit
  /** Gets the order as it is after a request. */
  onOrder: (order: Order) => void
}
