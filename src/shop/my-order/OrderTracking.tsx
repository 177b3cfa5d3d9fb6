import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import { formatDay } from '#kit/dates.ts'
import { buttonClass } from '#kit/form/Button.tsx'
import { island } from '#kit/island/island.tsx'
import { orderHeading } from '#order/next-step.ts'
import type { Order } from '#order/order.ts'
import { tokenOf } from '#order/order-key.ts'
import { parseOrderId } from '#order/parse-order-id.ts'
import { statusDefinition } from '#order/status.ts'
import { lastSegment, paths } from '#paths.ts'
import { $orderForms, withForms } from './FoldedForm.tsx'
import { isOrderAgainFirst, OrderAgain } from './OrderAgain.tsx'
import { ForTheDay, OrderCard, WhereIsIt } from './OrderCard.tsx'
import { isLedToForms, OrderChanges } from './OrderChanges.tsx'
import { OrderFacts, OrderItems, Shipping } from './OrderDetails.tsx'
import { OrderNotices } from './OrderNotices.tsx'
import { OrderPage, OrderProvider } from './OrderPage.tsx'
import { OrderQuestions } from './OrderQuestions.tsx'
import { trackOrder } from './order.api.ts'
import { createTrackingStore, type OrderStore } from './order.store.ts'
import { confirmCode, takeConfirmCode } from './order-proof.ts'
import { PrintReceiptButton, ReceiptHead } from './Receipt.tsx'
import { asksForPhone, ShowMyOrder } from './ShowMyOrder.tsx'
import { Steady } from './Steady.tsx'
import { Timeline } from './Timeline.tsx'

export const OrderTracking = island(TrackingPage, () => {
  const id = lastSegment(location.pathname)
  const orderId = parseOrderId(id)
  if (orderId) takeConfirmCode(orderId)
  const showsForm = isLedToForms(id) || (orderId && (confirmCode(orderId) || !tokenOf(orderId)))
  return createTrackingStore(id, showsForm ? { request: withForms(trackOrder) } : {})
})

function TrackingPage({ store }: { store: OrderStore }) {
  return (
    <OrderProvider store={store}>
      <OrderPage>
        {(order) => (
          <Tracking order={order}>
            <OrderChanges order={order} />
            <OrderNotices order={order} />
          </Tracking>
        )}
      </OrderPage>
    </OrderProvider>
  )
}

/** Its script comes with the forms, before the order is shown. */
function ConfirmPart({ order }: { order: Order }) {
  const load = useStore($orderForms)
  const [code] = useState(() => confirmCode(order.id))
  if (code === undefined || load.state !== 'ready') return null
  return <load.forms.ConfirmLink order={order} code={code} />
}

/** `children` is what the viewer may do with the order: it stands below cash, day and status. */
export function Tracking({ order, children }: { order: Order; children?: ReactNode }) {
  // The arrangement stays that of the order as it was opened: its end moves nothing.
  const [wasClosed] = useState(() => statusDefinition(order.status).isFinal)
  return (
    <div className="mx-auto grid max-w-4xl grid-cols-1 gap-8">
      <ReceiptHead order={order} />
      <h1 className="text-h1">{orderHeading(order, 'Track Your Order')}</h1>
      <ShowMyOrder order={order} />
      <ConfirmPart order={order} />
      <Steady>
        <OrderCard order={order}>
          <WhereIsIt order={order} />
          <ForTheDay order={order} />
        </OrderCard>
        <div className="mt-8 grid gap-3 empty:hidden" data-no-print>
          {children}
          {wasClosed && <OrderAgain order={order} />}
        </div>
      </Steady>
      <OrderFacts id={order.id} facts={{ 'Placed On': formatDay(order.date) }} />
      <div className="grid gap-8 md:grid-cols-2 print:block">
        <Steady>
          <Timeline order={order} />
        </Steady>
        <section aria-labelledby="summary" className="grid min-w-0 content-start gap-5">
          <h2 id="summary" className="text-h2">
            Order Summary
          </h2>
          <Shipping order={order}>
            <h3 className="text-h3">Shipping Details</h3>
          </Shipping>
          <OrderItems order={order} />
        </section>
      </div>
      <Steady>
        <OrderQuestions order={order} />
      </Steady>
      <div className="grid gap-3 sm:flex sm:flex-wrap sm:justify-center" data-no-print>
        <a
          href={paths.products}
          className={buttonClass(
            isOrderAgainFirst(order) || asksForPhone(order) ? 'quiet' : 'primary',
          )}
        >
          Continue Shopping
        </a>
        {!wasClosed && <OrderAgain order={order} />}
        <a href={paths.home} className={buttonClass('quiet')}>
          Back to Home
        </a>
        <PrintReceiptButton />
      </div>
    </div>
  )
}
