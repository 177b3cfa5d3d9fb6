import { CopyButton } from '#kit/form/CopyButton.tsx'
import { CopyIcon } from '#kit/view/icons.tsx'
import type { Order } from '#order/order.ts'

/** Who has the parcel, and where its courier says it is. */
export function Parcel({ order }: { order: Order }) {
  const { courier, courierName = courier, trackingNumber, trackingPage } = order
  if (!courier && !trackingNumber) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      {courierName ? (
        <span className="font-medium" translate="no">
          {courierName}
        </span>
      ) : (
        <span>Tracking number:</span>
      )}
      {trackingNumber && (
        <span className="flex min-w-0 items-center">
          {trackingPage ? (
            <a
              href={trackingPage}
              target="_blank"
              rel="noreferrer"
              className="touch-link [overflow-wrap:anywhere]"
            >
              <span className="sr-only">Track parcel </span>
              <span translate="no">{trackingNumber}</span>
            </a>
          ) : (
            <span className="[overflow-wrap:anywhere]" translate="no">
              {trackingNumber}
            </span>
          )}
          <CopyButton name="Tracking number" text={trackingNumber}>
            <span className="grid size-touch place-items-center">
              <CopyIcon />
              <span className="sr-only">Copy Tracking Number</span>
            </span>
          </CopyButton>
        </span>
      )}
    </p>
  )
}
