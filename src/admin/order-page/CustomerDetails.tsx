import { MESSAGE_KINDS } from '#admin/order/confirmation.ts'
import { formatEarlierOrders, SOURCE_TEXTS } from '#admin/order/earlier-orders.ts'
import { OrderMarks } from '#admin/order/OrderMarks.tsx'
import { type OrderInFull, ordersOfPhone, type Told } from '#admin/order/orders.ts'
import { messageKindOf } from '#desk/reach/run/message-kind.ts'
import { ReachOne } from '#desk/reach/run/ReachOne.tsx'
import type { Telling } from '#desk/reach/run/telling.store.ts'
import { formatMoment } from '#kit/dates.ts'
import { buttonClass } from '#kit/form/Button.tsx'
import { UntrustedText } from '#kit/view/UntrustedText.tsx'
import { ADDRESS_TABLE } from '#order/address/address.ts'
import { callLink } from '#order/phone.ts'
import { type AddressLineProps, AddressLines } from '#order/view/AddressLines.tsx'

export function CustomerDetails({ found, telling }: { found: OrderInFull; telling: Telling }) {
  const { order, earlier, marks, source, told, parcels } = found
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <section aria-labelledby="customer" className="grid content-start gap-3">
        <h2 id="customer" className="text-h3">
          Customer
        </h2>
        <p className="min-w-0 font-medium">
          <UntrustedText>{order.shippingAddress.fullName}</UntrustedText>
        </p>
        <p className="min-w-0">
          <UntrustedText>{order.shippingAddress.phone}</UntrustedText>
        </p>
        <ReachOne
          kind={messageKindOf(found)}
          found={found}
          reason={parcels.at(-1)?.reason}
          telling={telling}
        />
        <SecondPhone phone={order.shippingAddress.secondPhone} />
        <ToldMessages messages={told.messages} />
        <p className="text-muted">
          {earlier.count === 0 ? (
            formatEarlierOrders(earlier)
          ) : (
            <a href={ordersOfPhone(order.shippingAddress.phone)} className="text-link">
              {formatEarlierOrders(earlier)}
            </a>
          )}
        </p>
        <p className="text-muted">{SOURCE_TEXTS[source]}</p>
        <OrderMarks marks={marks} />
      </section>
      <section aria-labelledby="shipping-address" className="grid min-w-0 content-start gap-3">
        <h2 id="shipping-address" className="text-h3">
          Shipping Address
        </h2>
        <AddressLines
          address={order.shippingAddress}
          without={['phone', 'secondPhone']}
          className="grid"
          Line={AddressLine}
        />
      </section>
    </div>
  )
}

function AddressLine({ label, children }: AddressLineProps) {
  if (!label) return <UntrustedText>{children}</UntrustedText>
  return (
    <div className="mt-3">
      <span className="text-muted">{label}: </span>
      <UntrustedText isWhole>{children}</UntrustedText>
    </div>
  )
}

function SecondPhone({ phone }: { phone: string | undefined }) {
  if (!phone) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <span className="text-muted">{ADDRESS_TABLE.secondPhone.label}:</span>
      <UntrustedText dir="ltr">{phone}</UntrustedText>
      <a href={callLink(phone)} className={buttonClass('quiet')}>
        Call Second Number
      </a>
    </p>
  )
}

function ToldMessages({ messages }: Pick<Told, 'messages'>) {
  if (messages.length === 0) return null
  return (
    <ul aria-label="Messages to the customer" className="text-muted">
      {messages.map(({ at, kind }) => (
        <li key={at}>
          {kind === 'other' ? 'Another message' : MESSAGE_KINDS[kind]} · {formatMoment(at)}
        </li>
      ))}
    </ul>
  )
}
