import { CopyButton } from '#kit/form/CopyButton.tsx'
import type { Order } from '../order.ts'

/** Who has the parcel, and where its courier says it is. */
export function Parcel({ order }: { order: Order }) {
  const { courier, courierName = courier, trackingNumber, trackingPage } = order
  if (!courier && !trackingNumber) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      {courierName && <span className="font-medium">{courierName}</span>}
      {trackingNumber && (
        <>
          {trackingPage ? (
            <a
              href={trackingPage}
              target="_blank"
              rel="noreferrer"
              className="text-link inline-flex min-h-touch items-center [overflow-wrap:anywhere]"
            >
              <span className="sr-only">Track parcel </span>
              {trackingNumber}
            </a>
          ) : (
            <span className="[overflow-wrap:anywhere]">{trackingNumber}</span>
          )}
          <CopyButton name="Tracking number" text={trackingNumber}>
            Copy Tracking Number
          </CopyButton>
        </>
      )}
    </p>
  )
}
