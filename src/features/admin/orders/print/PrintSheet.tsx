import { createPortal } from 'react-dom'
import type { Order } from '#features/orders/order.ts'
import { PackingSlip } from './PackingSlip.tsx'

/** One slip a page, in place of everything else on paper. The page prints as it is without one. */
export function PrintSheet({ orders }: { orders: readonly Order[] }) {
  return createPortal(
    <div className="print-sheet">
      {orders.map((order) => (
        <PackingSlip key={order.id} order={order} />
      ))}
    </div>,
    document.body,
  )
}
