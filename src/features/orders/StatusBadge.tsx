import { type OrderStatus, statusName } from './order.ts'

const LOOKS: Record<OrderStatus, string> = {
  pending: 'border-amber text-amber',
  processing: 'border-amber bg-amber text-on-amber',
  shipped: 'border-forest text-forest',
  delivered: 'border-forest bg-forest text-on-forest',
  cancelled: 'border-danger text-danger',
}

export function StatusBadge({ status }: { status: OrderStatus }) {
  return (
    <span className={`inline-block rounded-full border px-3 py-1 font-medium ${LOOKS[status]}`}>
      {statusName(status)}
    </span>
  )
}
