import type { Order } from '#order/order.ts'
import { isOrderId } from '#order/order-id.ts'
import { type ConfirmationNotes as Notes, paths } from '#paths.ts'

/** Reads what `paths.confirmation` writes. Ignores invalid search params. */
export function confirmationNotes(params: URLSearchParams): Notes {
  const earlier = params.get('earlier')
  return {
    earlier: earlier !== null && isOrderId(earlier) ? earlier : undefined,
    isBeforeChange: params.get('placed') === 'before-change',
  }
}

/** What the customer has to know besides this order. */
export function ConfirmationNotes({ order }: { order: Order }) {
  const { earlier, isBeforeChange } = confirmationNotes(new URLSearchParams(location.search))
  return (
    <>
      {isBeforeChange && (
        <p className="rounded-md bg-sand p-4">
          This order reached us before you changed your cart or address. It is placed as you see it
          here, and goes to the address below. If that is wrong, please{' '}
          <a
            key={String(order.mayChange)}
            href={order.mayChange ? paths.changeOrder(order.id) : paths.contact}
            className="text-link"
          >
            {order.mayChange ? 'change or cancel it' : 'contact us'}
          </a>
          <span>.</span>
        </p>
      )}
      {earlier && (
        <p className="rounded-md bg-sand p-4">
          Your earlier order{' '}
          <a href={paths.confirmation(earlier)} className="text-link font-semibold" translate="no">
            {earlier}
          </a>{' '}
          is placed as well.
        </p>
      )}
    </>
  )
}
