import { settings } from '#config/settings.ts'
import { type ConfirmationNotes, paths } from '#paths.ts'
import { formatDate, formatDay } from '#shared/dates.ts'
import { buttonClass } from '#ui/button.ts'
import { ConfirmationNotice } from './ConfirmationNotice.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderItems } from './OrderItems.tsx'
import { OrderTotals } from './OrderTotals.tsx'
import { type Order, statusName } from './order.ts'
import { ShippingDetails } from './ShippingDetails.tsx'

export interface OrderConfirmationProps {
  order: Order
  notes: ConfirmationNotes
}

export function OrderConfirmation({ order, notes }: OrderConfirmationProps) {
  return (
    <div className="mx-auto grid max-w-3xl gap-10">
      <header className="text-center">
        <h1 className="text-h1">Order Confirmed!</h1>
        <p className="mt-3 text-muted">
          Thank you for choosing {settings.name}. We have your order and will pack it with care.
        </p>
      </header>
      <ConfirmationNotice {...notes} />
      <OrderFacts
        facts={[
          ['Order Number', order.id],
          ['Order Date', formatDay(order.date)],
          ['Payment Method', 'Cash on Delivery'],
          ['Status', statusName(order.status)],
          ['Estimated Delivery', formatDate(order.estimatedDelivery)],
        ]}
      />
      <section aria-labelledby="items" className="grid gap-5">
        <h2 id="items" className="text-h2">
          Order Items
        </h2>
        <OrderItems items={order.items} />
        <OrderTotals total={order.total} />
      </section>
      <section aria-labelledby="shipping" className="grid gap-3">
        <h2 id="shipping" className="text-h2">
          Shipping Address
        </h2>
        <ShippingDetails order={order} />
      </section>
      <p className="flex flex-wrap justify-center gap-3">
        <a href={paths.tracking(order.id)} className={buttonClass('primary')}>
          Track Your Order
        </a>
        <a href={paths.products} className={buttonClass('secondary')}>
          Continue Shopping
        </a>
      </p>
    </div>
  )
}
