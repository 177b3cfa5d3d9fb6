import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { formatDay } from '#kit/dates.ts'
import { buttonClass } from '#kit/form/Button.tsx'
import { island } from '#kit/island/island.tsx'
import { tokenOf } from '#order/device/order-key.ts'
import { confirmCode, takeConfirmCode } from '#order/device/order-proof.ts'
import { orderHeading } from '#order/next-step.ts'
import type { Order } from '#order/order.ts'
import { parseOrderId } from '#order/parse-order-id.ts'
import { trackOrder } from '#order/requests/order.api.ts'
import { statusDefinition } from '#order/status.ts'
import { lastSegment, paths } from '#paths.ts'
import { CardLinks } from '#shop/my-order/card/CardLinks.tsx'
import { OrderCard } from '#shop/my-order/card/OrderCard.tsx'
import { asksToWrite, WriteToUs } from '#shop/my-order/card/OrderMessages.tsx'
import { isLedToForms, OrderChanges } from '#shop/my-order/change/OrderChanges.tsx'
import { asksForPhone, ShowMyOrder } from '#shop/my-order/find/ShowMyOrder.tsx'
import { $orderForms, withForms } from '#shop/my-order/forms/LoadedForm.tsx'
import { OrderHelp } from '#shop/my-order/help/OrderHelp.tsx'
import { OrderNotices } from '#shop/my-order/notices/OrderNotices.tsx'
import { isHelpFirst, isOrderAgainFirst } from '#shop/my-order/page/first-thing.ts'
import { LoadedOrder } from '#shop/my-order/page/LoadedOrder.tsx'
import { OrderAgain } from '#shop/my-order/page/OrderAgain.tsx'
import { OrderItems, OrderNumber, Shipping } from '#shop/my-order/page/OrderDetails.tsx'
import { OrderProvider, PageHeading } from '#shop/my-order/page/OrderProvider.tsx'
import { OrderQuestions } from '#shop/my-order/page/OrderQuestions.tsx'
import {
  createOrderStore,
  type OrderStore,
  PROCESSING_AFTER_MS,
} from '#shop/my-order/page/order.store.ts'
import { PrintReceiptButton, ReceiptHead } from '#shop/my-order/page/Receipt.tsx'
import { StableHeight } from '#shop/my-order/page/StableHeight.tsx'
import { Timeline } from './Timeline.tsx'

export const OrderTracking = island(TrackingPage, () => {
  const id = lastSegment(location.pathname)
  const orderId = parseOrderId(id)
  if (orderId) takeConfirmCode(orderId)
  const showsForm = isLedToForms() || (orderId && (confirmCode(orderId) || !tokenOf(orderId)))
  return createOrderStore(id, {
    request: showsForm ? withForms(trackOrder) : trackOrder,
    pendingMs: PROCESSING_AFTER_MS,
  })
})

interface TrackingPageProps {
  store: OrderStore
  /** Whether the shop can tell a device of the steps of the order. */
  offersNotices: boolean
}

function TrackingPage({ store, offersNotices }: TrackingPageProps) {
  return (
    <OrderProvider store={store}>
      <LoadedOrder>
        {(order) => <Tracking order={order} offersNotices={offersNotices} />}
      </LoadedOrder>
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

function Tracking({ order, offersNotices }: { order: Order; offersNotices: boolean }) {
  // The arrangement stays that of the order as it was opened: its end moves nothing.
  const [wasFinal] = useState(() => statusDefinition(order.status).isFinal)
  return (
    <div className="mx-auto grid max-w-4xl grid-cols-1 gap-8">
      <PageHeading>{orderHeading(order, 'Track Your Order')}</PageHeading>
      <ShowMyOrder order={order} />
      <ConfirmPart order={order} />
      <StableHeight className="grid gap-3">
        <OrderCard
          order={order}
          facts={{
            'Placed On': formatDay(order.date),
            'Order Number': <OrderNumber id={order.id} />,
          }}
        >
          {asksToWrite(order) && <WriteToUs order={order} />}
          <CardLinks order={order} />
        </OrderCard>
        {wasFinal && <WhenFinal order={order} />}
      </StableHeight>
      <StableHeight>
        <Timeline order={order}>{offersNotices && <OrderNotices order={order} />}</Timeline>
      </StableHeight>
      <section aria-labelledby="summary" className="grid gap-5">
        <h2 id="summary" className="text-h2 max-md:sr-only">
          Order Summary
        </h2>
        <div className="grid gap-8 md:grid-cols-2 print:block">
          <div className="grid min-w-0 content-start gap-2">
            <Shipping order={order} change="Change">
              <h3 className="text-h3">Shipping Details</h3>
            </Shipping>
          </div>
          <div className="grid min-w-0 content-start gap-5 print:mt-4">
            <OrderItems order={order} />
          </div>
        </div>
      </section>
      <StableHeight className="grid gap-3">
        <OrderChanges order={order} />
        {!wasFinal && <OrderHelp order={order} />}
      </StableHeight>
      <StableHeight>
        <OrderQuestions order={order} />
      </StableHeight>
      <div className="grid gap-3 sm:flex sm:flex-wrap sm:justify-center" data-no-print>
        <a
          href={paths.products}
          className={buttonClass(hasOtherFirst(order) ? 'quiet' : 'primary')}
        >
          Continue Shopping
        </a>
        {!wasFinal && <OrderAgain order={order} />}
        <a href={paths.home} className={buttonClass('quiet')}>
          Back to Home
        </a>
        <PrintReceiptButton />
      </div>
      <ReceiptHead order={order} />
    </div>
  )
}

/** What the customer can still do with a final order. */
function WhenFinal({ order }: { order: Order }) {
  return (
    <div className="grid gap-3" data-no-print>
      <OrderHelp order={order} />
      <OrderAgain order={order} />
    </div>
  )
}

/** Whether the page has a primary action other than the way back to the shop. */
function hasOtherFirst(order: Order): boolean {
  return (
    asksToWrite(order) ||
    asksForPhone(order) ||
    confirmCode(order.id) !== undefined ||
    isHelpFirst(order) ||
    isOrderAgainFirst(order)
  )
}
