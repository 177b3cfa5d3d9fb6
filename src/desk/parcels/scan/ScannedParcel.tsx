import { UntrustedText } from '#admin/kit/UntrustedText.tsx'
import { formatContents } from '#admin/order/contents-text.ts'
import { formatDue } from '#admin/order/format-due.ts'
import { OrderMarks } from '#admin/orders/marks/OrderMarks.tsx'
import { Button } from '#kit/form/Button.tsx'
import { paths } from '#paths.ts'
import type { FoundParcel } from './parcel.ts'

interface Props {
  parcel: FoundParcel
  /** One that was shipped, or is delivered, is here again. */
  onCameBack: (id: string) => void
}

/** What is in the parcel, large enough to be read at arm's length, where it goes, and what is doubtful. */
export function ScannedParcel({ parcel, onCameBack }: Props) {
  const { found, refusal } = parcel
  const { order, marks } = found
  const due = formatDue(order)
  const { id, status, items, courierName, trackingNumber, shippingAddress } = order
  return (
    <article
      aria-label={`Order ${id}`}
      className={`grid gap-2 rounded-lg border-2 p-4 ${refusal ? 'border-danger' : 'border-forest'}`}
    >
      {refusal && (
        <p className="text-h3 font-body font-semibold text-danger">
          Put aside: {id} {refusal}.
        </p>
      )}
      <p
        className={`font-semibold [overflow-wrap:anywhere] ${refusal ? 'line-through' : 'text-h2 font-body'}`}
      >
        {formatContents(items)}
      </p>
      <p className="text-h3 font-body">
        <UntrustedText>{shippingAddress.city}</UntrustedText>
      </p>
      {due && (
        <p className="text-h3 font-body tabular-nums">
          <strong>{due}</strong> to collect
        </p>
      )}
      <p>
        <UntrustedText>{shippingAddress.fullName}</UntrustedText>
      </p>
      <p className="flex flex-wrap gap-x-4 text-muted">
        {courierName && <span>{courierName}</span>}
        {trackingNumber && <span>{trackingNumber}</span>}
      </p>
      <OrderMarks marks={marks} to={shippingAddress} />
      {(status === 'shipped' || status === 'delivered') && (
        <Button className="justify-self-start" onClick={() => onCameBack(id)}>
          It came back
        </Button>
      )}
      <a href={paths.adminOrder(id)} className="touch-link justify-self-start">
        Open {id}
      </a>
    </article>
  )
}
