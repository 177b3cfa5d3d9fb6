import { useState } from 'react'
import { createRequestState } from '#desk/reach/help-requests/help-requests.store.ts'
import { RequestText } from '#desk/reach/help-requests/RequestText.tsx'
import type { Order } from '#order/order.ts'

interface HelpRequestProps {
  order: Order
  /** Loads the order again. */
  onChange: () => Promise<void>
}

/** What the customer reported of the parcel. */
export function HelpRequest({ order: { id, request }, onChange }: HelpRequestProps) {
  const [state] = useState(() => createRequestState(() => void onChange()))
  if (!request) return null
  return (
    <section aria-labelledby="help-request" className="rounded-lg border border-amber p-4">
      <h2 id="help-request" className="mb-2 text-h3">
        Request for Help
      </h2>
      <RequestText orderId={id} request={request} store={state} />
    </section>
  )
}
