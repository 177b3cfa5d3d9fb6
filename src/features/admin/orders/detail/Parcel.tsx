import { trackingLink } from '#features/orders/couriers.ts'
import type { Order } from '#features/orders/order.ts'
import { Button } from '#ui/Button.tsx'
import { showToast } from '#ui/toast.ts'
import { courierName } from './differences.ts'

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
          <Button variant="quiet" onClick={() => void copyText('Tracking number', trackingNumber)}>
            Copy Tracking Number
          </Button>
        </>
      )}
    </p>
  )
}

/** Browsers refuse without HTTPS or permission. */
export async function copyText(name: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ title: `${name} copied`, description: `${name} copied to clipboard` })
  } catch {
    showToast({ title: 'Could not copy', description: `Please copy ${text} by hand.` })
  }
}
