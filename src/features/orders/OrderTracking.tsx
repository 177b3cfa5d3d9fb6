import type { ReactNode } from 'react'
import { lastSegment, paths } from '#paths.ts'
import { formatDay, formatMoment } from '#shared/dates.ts'
import { buttonClass } from '#ui/Button.tsx'
import { CheckIcon } from '#ui/icons.tsx'
import { island } from '#ui/island.tsx'
import { OrderAgain } from './OrderAgain.tsx'
import { OrderChanges } from './OrderChanges.tsx'
import {
  deliveryFact,
  OrderFacts,
  OrderLines,
  OrderNumber,
  OrderTotals,
  ShippingDetails,
  StatusBadge,
} from './OrderDetails.tsx'
import { OrderPage, OrderProvider } from './OrderPage.tsx'
import { OrderQuestions } from './OrderQuestions.tsx'
import { createTrackingStore, type OrderStore } from './order.store.ts'
import { endingOf, type Order } from './order.ts'
import { PrintReceiptButton, ReceiptHead, ReceiptSum } from './Receipt.tsx'
import { ShowMyOrder } from './ShowMyOrder.tsx'
import { type TimelineStep, timeline } from './timeline.ts'

export const OrderTracking = island(TrackingPage, () =>
  createTrackingStore(lastSegment(location.pathname)),
)

function TrackingPage({ store }: { store: OrderStore }) {
  return (
    <OrderProvider store={store}>
      <OrderPage>
        {(order) => (
          <Tracking order={order}>
            <OrderChanges order={order} />
            <p className="mt-3 empty:hidden">
              <OrderAgain order={order} />
            </p>
          </Tracking>
        )}
      </OrderPage>
    </OrderProvider>
  )
}

/** `children` stand below the order. */
export function Tracking({ order, children }: { order: Order; children?: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-4xl gap-10">
      <ReceiptHead order={order} />
      <header>
        <h1 className="text-h1">{endingOf(order)?.heading ?? 'Track Your Order'}</h1>
        <p className="mt-3">
          <StatusBadge status={order.status} />
        </p>
      </header>
      <ShowMyOrder order={order} />
      <OrderFacts
        facts={[
          ['Order Number', <OrderNumber key="id" id={order.id} />],
          ['Placed On', formatDay(order.date)],
          ...deliveryFact(order),
        ]}
      />
      <OrderQuestions order={order} />
      <div className="grid gap-10 md:grid-cols-2 print:block">
        <section aria-label="Progress" data-no-print>
          <ol className="grid min-h-96 content-start">
            {timeline(order).map((step) => (
              <Step key={step.name} step={step} />
            ))}
          </ol>
        </section>
        <section aria-labelledby="summary" className="grid content-start gap-5">
          <h2 id="summary" className="text-h2">
            Order Summary
          </h2>
          <OrderLines items={order.items} />
          <OrderTotals total={order.total} />
          <ReceiptSum order={order} />
          <h3 className="text-h3">Shipping Details</h3>
          <ShippingDetails order={order} />
        </section>
      </div>
      {children && <div data-no-print>{children}</div>}
      <p className="flex flex-wrap justify-center gap-3" data-no-print>
        <a href={paths.products} className={buttonClass('primary')}>
          Continue Shopping
        </a>
        <a href={paths.home} className={buttonClass('secondary')}>
          Back to Home
        </a>
        <PrintReceiptButton />
      </p>
    </div>
  )
}

function Step({ step }: { step: TimelineStep }) {
  return (
    <li
      aria-current={step.isCurrent ? 'step' : undefined}
      className="group grid grid-cols-[2.5rem_1fr] gap-4"
    >
      <span className="flex flex-col items-center" aria-hidden="true">
        <span
          className={`grid size-10 place-items-center rounded-full border ${
            step.isDone ? 'border-forest bg-forest text-on-forest' : 'border-edge text-muted'
          }`}
        >
          {step.isDone && <CheckIcon />}
        </span>
        <span className="min-h-6 w-px flex-1 bg-line group-last:hidden" />
      </span>
      <div className="pt-1.5 pb-6">
        <p className={step.isDone ? 'font-semibold' : 'text-muted'}>
          {step.name}
          <span className="sr-only">{step.isDone ? ', done' : ', not yet'}</span>
        </p>
        {step.at && (
          <p className="text-sm text-muted">
            <time dateTime={step.at}>{formatMoment(step.at)}</time>
          </p>
        )}
        {step.message && <p className="mt-1">{step.message}</p>}
      </div>
    </li>
  )
}
