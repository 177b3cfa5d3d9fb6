import type { ReactNode } from 'react'
import { UntrustedText } from '#admin/kit/UntrustedText.tsx'
import { PhoneLink } from '#admin/order/PhoneLink.tsx'
import { SOURCE_TEXTS } from '#admin/order/source.ts'
import { ordersOfPhone } from '#admin/orders/orders-of-phone.ts'
import { ADDRESS_TABLE } from '#order/address/address.ts'
import { type AddressLineProps, AddressLines } from '#order/view/AddressLines.tsx'
import { formatEarlierOrders } from './earlier-orders.ts'
import type { OrderWithHistory } from './order-with-history.ts'

interface CustomerDetailsProps {
  found: OrderWithHistory
  /** Below the address. */
  children: ReactNode
}

/** Who gets the parcel and where. */
export function CustomerDetails({ found, children }: CustomerDetailsProps) {
  const { order, earlier, source } = found
  const { fullName, phone, secondPhone } = order.shippingAddress
  return (
    <section aria-labelledby="shipping-address" className="grid min-w-0 gap-3">
      <h2 id="shipping-address" className="text-h3">
        Shipping Address
      </h2>
      <div className="grid gap-x-8 gap-y-3 md:grid-cols-2">
        <div>
          <p className="min-w-0 font-medium">
            <UntrustedText>{fullName}</UntrustedText>
          </p>
          <PhoneLink phone={phone} />
          <SecondPhone phone={secondPhone} />
          <p className="text-muted">
            {earlier.count === 0 ? (
              formatEarlierOrders(earlier)
            ) : (
              <a href={ordersOfPhone(phone)} className="text-link">
                {formatEarlierOrders(earlier)}
              </a>
            )}{' '}
            · {SOURCE_TEXTS[source]}
          </p>
        </div>
        <AddressLines
          address={order.shippingAddress}
          without={['fullName', 'phone', 'secondPhone']}
          className="grid content-start"
          Line={AddressLine}
        />
      </div>
      {children}
    </section>
  )
}

function AddressLine({ label, children }: AddressLineProps) {
  if (!label) return <UntrustedText>{children}</UntrustedText>
  return (
    <div>
      <span className="text-muted">{label}: </span>
      <UntrustedText isWhole>{children}</UntrustedText>
    </div>
  )
}

function SecondPhone({ phone }: { phone: string | undefined }) {
  if (!phone) return null
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <span className="text-muted">{ADDRESS_TABLE.secondPhone.label}:</span>
      <PhoneLink phone={phone} />
    </div>
  )
}
