import { CopyButton } from '#kit/form/CopyButton.tsx'
import { courierName, trackingLink } from '../couriers.ts'
import type { Order } from '../order.ts'

/** Who has the parcel, and where its courier says it is. */
export function Parcel({ order: { courier, trackingNumber } }: { order: Order }) {
  if (!courier && !trackingNumber) return null
  const link = trackingNumber && trackingLink(courier, trackingNumber)
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      {courier && <span className="font-medium">{courierName(courier)}</span>}
      {trackingNumber && (
        <>
          {link ? (
            <a
              href={link}
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
