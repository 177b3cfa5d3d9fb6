import { useState } from 'react'
import type { OrderStatus } from '#features/orders/order.ts'
import { Button } from '#ui/Button.tsx'
import { UntrustedText } from '#ui/UntrustedText.tsx'
import { formatCount, type OrderSummary } from '../orders.ts'
import { STATUS_OPTIONS, StatusSelect } from '../StatusSelect.tsx'

interface Props {
  orders: readonly OrderSummary[]
  onSubmit: (status: OrderStatus, trackingNumbers: ReadonlyMap<string, string>) => void
}

/** What is typed for an order stays when the order is deselected and selected again. */
export function BulkForm({ orders, onSubmit }: Props) {
  const [status, setStatus] = useState<OrderStatus>('shipped')
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  return (
    <form
      aria-label="Set the status of the selected orders"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(status, typed)
      }}
      className="grid justify-items-start gap-4 rounded-lg border border-line p-4"
    >
      <StatusSelect
        label="New status"
        value={status}
        options={STATUS_OPTIONS}
        onChange={setStatus}
      />
      <details className="w-full">
        <summary className="min-h-touch content-center font-medium">
          Tracking numbers (optional)
        </summary>
        <ul className="grid gap-3">
          {orders.map((order) => (
            <li key={order.id}>
              <TrackingInput
                order={order}
                value={typed.get(order.id) ?? ''}
                onType={(text) => setTyped(new Map(typed).set(order.id, text))}
              />
            </li>
          ))}
        </ul>
      </details>
      <Button variant="primary" type="submit">
        Update {formatCount(orders.length)}
      </Button>
    </form>
  )
}

interface TrackingInputProps {
  order: OrderSummary
  value: string
  onType: (text: string) => void
}

function TrackingInput({ order, value, onType }: TrackingInputProps) {
  return (
    <label className="grid items-center gap-x-4 sm:grid-cols-2">
      <span className="flex min-w-0 gap-2">
        {order.id} <UntrustedText>{order.fullName}</UntrustedText>
      </span>
      <input
        aria-label={`Tracking number for ${order.id}`}
        autoComplete="off"
        placeholder={order.trackingNumber}
        value={value}
        onChange={(event) => onType(event.currentTarget.value)}
        className="min-h-touch w-full rounded-md border border-edge bg-paper px-3 text-base"
      />
    </label>
  )
}
