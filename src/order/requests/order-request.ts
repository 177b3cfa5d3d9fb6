import type { ShippingAddress } from '#order/address/address.ts'
import type { OrderKey } from '#order/device/order-key.ts'
import type { OrderItem } from '#order/order.ts'

/** What is asked for when an order is placed or entered. */
export interface OrderRequest {
  items: Pick<OrderItem, 'id' | 'size' | 'quantity' | 'price'>[]
  /** Minor units, like the items' prices: what the customer saw. The backend refuses any other sum. */
  total: number
  shippingAddress: ShippingAddress
  /** An earlier order of this device, by which the backend knows its phone. Not part of what is ordered. */
  orderOfPhone?: OrderKey | undefined
}
