/* What the customer said about an order after it was placed: why it is cancelled, and what arrived wrong. */
import { useState } from 'react'
import { createRequestState } from '#desk/reach/help-requests/help-requests.store.ts'
import { RequestText } from '#desk/reach/help-requests/RequestText.tsx'
import { UntrustedText } from '#kit/view/UntrustedText.tsx'
import type { Order } from '#order/order.ts'
import { CANCEL_REASONS } from '#order/texts/order-words.ts'

interface CustomerWishesProps {
  order: Order
  /** Loads the order again. */
  onChange: () => Promise<void>
}

export function CustomerWishes({ order, onChange }: CustomerWishesProps) {
  const [state] = useState(() => createRequestState(() => void onChange()))
  const { cancellation, request } = order
  return (
    <>
      {cancellation && (
        <section aria-labelledby="cancellation" className="rounded-lg border border-danger p-4">
          <h2 id="cancellation" className="text-h3">
            Cancelled by the customer
          </h2>
          <p>{CANCEL_REASONS[cancellation.reason]}</p>
          {cancellation.text && (
            <p>
              <UntrustedText isWhole>{cancellation.text}</UntrustedText>
            </p>
          )}
        </section>
      )}
      {request && (
        <section aria-labelledby="help-request" className="rounded-lg border border-amber p-4">
          <h2 id="help-request" className="mb-2 text-h3">
            Request for Help
          </h2>
          <RequestText orderId={order.id} request={request} store={state} />
        </section>
      )}
    </>
  )
}
