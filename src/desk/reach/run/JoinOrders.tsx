import type { ActRow } from '#admin/acts/acts.api.ts'
import { useConfirm } from '#admin/kit/ConfirmDialog.tsx'
import { UntrustedText } from '#admin/kit/UntrustedText.tsx'
import { formatContents } from '#admin/order/contents-text.ts'
import { OrderLink } from '#admin/order/OrderLink.tsx'
import type { OpenOrder, OrderWithHistory } from '#admin/order-page/order-with-history.ts'
import { ordersOfPhone } from '#admin/orders/orders-of-phone.ts'
import { formatShortMoment } from '#admin/short-moment.ts'
import { useUndoableAct } from '#desk/acts/useRowAct.ts'
import { Button } from '#kit/form/Button.tsx'

interface JoinOrdersProps {
  found: OrderWithHistory
  /** Loads the order again. */
  onChange: () => Promise<void>
}

/** Other open orders of the phone, which may go in the same parcel, and those that do. */
export function JoinOrders({ found, onChange }: JoinOrdersProps) {
  const { order, reasons, sameCustomer, sameCustomerCount, joined } = found
  const { isBusy, press } = useUndoableAct('Error joining orders', onChange)
  const [dialog, ask] = useConfirm()
  // The sentence of its stage says where a joined order goes.
  if (sameCustomer.length + joined.from.length === 0 || joined.into) return null

  return (
    <section aria-labelledby="same-parcel" className="grid gap-2" data-no-print>
      <h2 id="same-parcel" className="text-h3">
        Same phone
      </h2>
      <ul className="grid gap-2">
        {joined.from.map((id) => (
          <li key={id} className="flex flex-wrap items-center gap-3">
            <OrderLink id={id} /> is in this parcel.
            {!order.booked && (
              <Button
                isBusy={isBusy}
                onClick={() =>
                  press('take_apart', { id, intoVersion: order.version }, 'Orders taken apart')
                }
              >
                Take apart
              </Button>
            )}
          </li>
        ))}
        {sameCustomer.map((other) => (
          <li key={other.id} className="flex flex-wrap items-center gap-x-3">
            <OrderLink id={other.id} />
            <span>
              {formatContents(other.items)} · {formatShortMoment(other.date)} ·{' '}
              <UntrustedText>{`${other.fullName}, ${other.city}`}</UntrustedText>
            </span>
            {!order.booked && other.isHeld && <span>On hold: resume it first.</span>}
            {!order.booked && !other.isHeld && !reasons.includes('held') && (
              <Button
                isBusy={isBusy}
                onClick={() =>
                  ask({
                    title: 'Send both orders in one parcel?',
                    children: (
                      <>
                        <p>
                          The later order goes into the earlier one, with its items and advance. If
                          that is confirmed, nobody is asked again about the later one. You can take
                          them apart until the parcel is booked. It goes to:
                        </p>
                        <p className="font-medium">
                          <UntrustedText>{receiverOf(found, other)}</UntrustedText>
                        </p>
                      </>
                    ),
                    action: 'Join orders',
                    onConfirm: () => press('join', joiningOf(found, other), 'Orders joined'),
                  })
                }
              >
                Join orders
              </Button>
            )}
          </li>
        ))}
        {sameCustomerCount > sameCustomer.length && (
          <li>
            These are the newest of {sameCustomerCount}.{' '}
            <a href={ordersOfPhone(order.shippingAddress.phone)} className="touch-link">
              All orders of this phone
            </a>
          </li>
        )}
      </ul>
      {dialog}
    </section>
  )
}

/** Who gets the parcel of both: the customer of the earlier order. */
function receiverOf({ order }: OrderWithHistory, other: OpenOrder): string {
  const { fullName, city } = order.date <= other.date ? order.shippingAddress : other
  return `${fullName}, ${city}`
}

/** The later goes into the earlier. */
function joiningOf({ order }: OrderWithHistory, other: OpenOrder): ActRow {
  const [first, second] = order.date <= other.date ? [order, other] : [other, order]
  return {
    id: second.id,
    version: second.version,
    into: first.id,
    intoVersion: first.version,
  }
}
