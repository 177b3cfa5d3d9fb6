import { sellingPrice } from '#features/catalogue/price-list.ts'
import type { Order, OrderItem } from '#features/orders/order.ts'
import { goodAddress } from './address-cases.ts'
import { otherProduct, product, type SoldProduct } from './catalogue.ts'

/** Two of one product and one of another, with what a test wants different. */
export function anOrder(changes: Partial<Order> = {}): Order {
  const items = [lineOf(otherProduct, 2), lineOf(product, 1)]
  return {
    id: 'ABCDEFGH',
    items,
    total: items.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
    status: 'pending',
    date: '2026-11-21T08:00:00Z',
    estimatedDelivery: '2026-11-28',
    trackingNumber: undefined,
    trackingHistory: [{ status: 'pending', at: '2026-11-21T08:00:00Z', by: 'customer' }],
    paymentMethod: 'cash_on_delivery',
    shippingAddress: goodAddress,
    masked: false,
    ...changes,
  }
}

function lineOf({ id, name, sizes: [size] }: SoldProduct, quantity: number): OrderItem {
  const image = `/thumbnails/${id}.webp`
  return { id, name, image, price: sellingPrice(size), quantity, size: size.label }
}
