import { AddressLines } from '#features/orders/AddressLines.tsx'
import { customerMessage } from '#features/orders/customer-message.ts'
import type { Order } from '#features/orders/order.ts'
import { callLink, whatsAppLink } from '#features/orders/phone.ts'
import { buttonClass } from '#ui/Button.tsx'
import { UntrustedText } from '#ui/UntrustedText.tsx'
import type { EarlierOrders } from '../orders.ts'
import { formatEarlierOrders } from './order-detail.ts'

interface Props {
  order: Order
  earlier: EarlierOrders
}

export function Customer({ order, earlier }: Props) {
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
        <ContactLinks order={order} />
        <p className="text-muted">{formatEarlierOrders(earlier)}</p>
      </section>
      <section aria-labelledby="shipping-address" className="grid min-w-0 content-start gap-3">
        <h2 id="shipping-address" className="text-h3">
          Shipping Address
        </h2>
        <AddressLines
          address={order.shippingAddress}
          without={['phone']}
          className="grid"
          Line={UntrustedText}
        />
      </section>
    </div>
  )
}

function ContactLinks({ order }: { order: Order }) {
  const { phone } = order.shippingAddress
  const chat = whatsAppLink(phone, customerMessage(order))
  return (
    <p className="flex flex-wrap gap-3">
      <a href={callLink(phone)} className={buttonClass('secondary')}>
        Call
      </a>
      {chat && (
        <a href={chat} target="_blank" rel="noreferrer" className={buttonClass('secondary')}>
          WhatsApp
        </a>
      )}
    </p>
  )
}
