import type { Order } from './order.ts'

/** What the database writes in place of an erased phone: private.erased_address(). */
const ERASED = '—'

/** Whether the personal data of an order was erased, so that nobody can be told from it. */
export function isErased({ shippingAddress }: Pick<Order, 'shippingAddress'>): boolean {
  return shippingAddress.phone === ERASED
}
