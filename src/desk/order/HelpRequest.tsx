import { RequestText } from '#desk/reach/help-requests/RequestText.tsx'
import type { Order } from '#order/order.ts'

interface HelpRequestProps {
  order: Order
  /** Loads the order again. */
  onChange: () => Promise<void>
}

/** What the customer reported of the parcel. */
export function HelpRequest({ order: { id, request }, onChange }: HelpRequestProps) {
  if (!request) return null
  return (
    <section aria-labelledby="help-request" className="rounded-lg border border-amber p-4">
      <h2 id="help-request" className="mb-2 text-h3">
        Request for Help
      </h2>
      <RequestText orderId={id} request={request} onSaved={() => void onChange()} />
    </section>
  )
}
