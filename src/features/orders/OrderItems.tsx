import { formatMoney } from '#shared/money.ts'
import type { OrderItem } from './order.ts'

/** What is or will be ordered, one item a line. Cart items have the same shape. */
export function OrderItems({ items }: { items: readonly OrderItem[] }) {
  return (
    <ul className="grid gap-4">
      {items.map((item) => (
        <li key={`${item.id} ${item.size}`} className="grid grid-cols-[4rem_1fr] gap-4">
          <img src={item.image} alt="" width={64} height={80} className="rounded-sm bg-plate" />
          <div className="min-w-0 break-words">
            <p className="font-medium">{item.name}</p>
            <p className="tabular-nums">
              {formatMoney(item.price)} x {item.quantity}
            </p>
            <p className="text-muted">
              Size: {item.size} · Quantity: {item.quantity}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
