import type { Order } from '#features/orders/order.ts'
import { StatusBadge } from '#features/orders/StatusBadge.tsx'
import { paths } from '#paths.ts'
import { formatMoment } from '#shared/dates.ts'
import { Button } from '#ui/Button.tsx'
import { copyOrderId } from './copy-order-id.ts'

export function OrderHeading({ order: { id, date, status } }: { order: Order }) {
  return (
    <div>
      <a href={paths.adminOrders} className="text-link inline-flex min-h-touch items-center">
        Back to Orders
      </a>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-h2">
          Order <span className="font-body">{id}</span>
        </h1>
        <StatusBadge status={status} />
        <Button variant="quiet" onClick={() => void copyOrderId(id)}>
          Copy Order ID
        </Button>
        <Button variant="secondary" onClick={() => print()} className="md:ms-auto">
          Print
        </Button>
      </div>
      <p className="text-muted">{formatMoment(date)}</p>
    </div>
  )
}
