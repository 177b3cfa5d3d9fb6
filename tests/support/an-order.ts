import type { Order } from '#features/orders/order.ts'
import { goodAddress } from './address-cases.ts'

/** Two gift packs and a single, with what a test wants different. */
export function anOrder(changes: Partial<Order> = {}): Order {
  return {
    id: 'ABCDEFGH',
    items: [
      {
        id: 'zulf-herbal-oil-giftpack',
        name: 'Zulf Herbal Hair Oil, Gift Pack',
        image: '/thumbnails/zulf-herbal-oil-giftpack.webp',
        price: 154_900,
        quantity: 2,
        size: '2 x 100ml + gift',
      },
      {
        id: 'zulf-herbal-oil-single',
        name: 'Zulf Herbal Hair Oil',
        image: '/thumbnails/zulf-herbal-oil-single.webp',
        price: 79_900,
        quantity: 1,
        size: '100ml',
      },
    ],
    total: 389_700,
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
