import type { Order } from '#order/order.ts'
import type { ChangesAtom } from './changes-state.ts'

/** Of each form that changes a placed order. */
export interface OrderFormProps {
  order: Order
  $state: ChangesAtom
  /** Gets the order as it is after a request. */
  onOrder: (order: Order) => void
}
