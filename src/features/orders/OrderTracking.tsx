import { paths } from '#paths.ts'
import { formatDate, formatDay } from '#shared/dates.ts'
import { buttonClass } from '#ui/button.ts'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderItems } from './OrderItems.tsx'
import { OrderTimeline } from './OrderTimeline.tsx'
import { OrderTotals } from './OrderTotals.tsx'
import type { Order } from './order.ts'
import { ShippingDetails } from './ShippingDetails.tsx'
import { StatusBadge } from './StatusBadge.tsx'

export function OrderTracking({ order }: { order: Order }) {
  return (
    <div className="mx-auto grid max-w-4xl gap-10">
      <header>
        <h1 className="text-h1">Track Your Order</h1>
        <p role="status" className="mt-3">
          <StatusBadge status={order.status} />
        </p>
      </header>
      <OrderFacts
        facts={[
          ['Order Number', order.id],
          ['Placed On', formatDay(order.date)],
          ['Estimated Delivery', formatDate(order.estimatedDelivery)],
        ]}
      />
      {order.status === 'cancelled' && (
        <section className="rounded-lg border border-danger p-5">
          <h2 className="text-h3 text-danger">Order cancelled</h2>
          <p className="mt-1">
            This order was cancelled. Nothing will be sent and nothing is owed.
          </p>
        </section>
      )}
      <div className="grid gap-10 md:grid-cols-2">
        <section aria-label="Progress">
          <OrderTimeline order={order} />
        </section>
        <section aria-labelledby="summary" className="grid content-start gap-5">
          <h2 id="summary" className="text-h2">
            Order Summary
          </h2>
          <OrderItems items={order.items} />
          <OrderTotals total={order.total} />
          <h3 className="text-h3">Shipping Details</h3>
          <ShippingDetails order={order} />
        </section>
      </div>
      <p className="flex flex-wrap justify-center gap-3">
        <a href={paths.products} className={buttonClass('primary')}>
          Continue Shopping
        </a>
        <a href={paths.home} className={buttonClass('secondary')}>
          Back to Home
        </a>
      </p>
    </div>
  )
}
