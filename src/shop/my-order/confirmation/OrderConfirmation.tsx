import { useState } from 'react'
import { formatDay } from '#kit/dates.ts'
import { buttonClass } from '#kit/form/Button.tsx'
import { island } from '#kit/island/island.tsx'
import { tokenOf } from '#order/device/order-key.ts'
import { takePlaced } from '#order/device/placed-order.ts'
import { nextStep, orderHeading } from '#order/next-step.ts'
import type { Order } from '#order/order.ts'
import { parseOrderId } from '#order/parse-order-id.ts'
import { fetchOrder } from '#order/requests/order.api.ts'
import { statusDefinition } from '#order/status.ts'
import { lastSegment, paths } from '#paths.ts'
import { CardLinks } from '#shop/my-order/card/CardLinks.tsx'
import { OrderCard } from '#shop/my-order/card/OrderCard.tsx'
import { asksToWrite, GiftQuestion, WriteToUs } from '#shop/my-order/card/OrderMessages.tsx'
import { ChangeByMessage } from '#shop/my-order/change/ChangeByMessage.tsx'
import { asksForPhone, ShowMyOrder } from '#shop/my-order/find/ShowMyOrder.tsx'
import { withForms } from '#shop/my-order/forms/LoadedForm.tsx'
import { isHelpFirst } from '#shop/my-order/page/first-thing.ts'
import { LoadedOrder } from '#shop/my-order/page/LoadedOrder.tsx'
import { OrderAgain } from '#shop/my-order/page/OrderAgain.tsx'
import { OrderFacts, OrderItems, Shipping } from '#shop/my-order/page/OrderDetails.tsx'
import { OrderProvider, PageHeading } from '#shop/my-order/page/OrderProvider.tsx'
import { OrderQuestions } from '#shop/my-order/page/OrderQuestions.tsx'
import { createOrderStore, type OrderStore } from '#shop/my-order/page/order.store.ts'
import { PrintReceiptButton, ReceiptHead } from '#shop/my-order/page/Receipt.tsx'
import { StableHeight } from '#shop/my-order/page/StableHeight.tsx'
import { WhereIsIt, WhoHasParcel } from '#shop/my-order/page/WhereIsIt.tsx'
import { CONFIRMED, ConfirmationHead, FRAME, thanksFor } from './ConfirmationLoading.tsx'
import { ConfirmationNotes } from './ConfirmationNotes.tsx'

/** Shows an order that this tab has just placed at once, and follows it as any other. */
export const OrderConfirmation = island(ConfirmationPage, () => {
  const id = lastSegment(location.pathname)
  const orderId = parseOrderId(id)
  const isOwn = orderId && tokenOf(orderId)
  const store = createOrderStore(id, isOwn ? {} : { request: withForms(fetchOrder) })
  const placed = takePlaced(id)
  if (placed) store.set(placed)
  return { ...store, isNew: placed !== undefined }
})

/** `isNew` where this tab has just placed the order. */
function ConfirmationPage({ store }: { store: OrderStore & { isNew: boolean } }) {
  return (
    <OrderProvider store={store} isNew={store.isNew}>
      <LoadedOrder>{(order) => <Confirmation order={order} />}</LoadedOrder>
    </OrderProvider>
  )
}

function Confirmation({ order }: { order: Order }) {
  const { id, status } = order
  const { isFinal } = statusDefinition(status)
  // The arrangement stays that of the order as it was opened: its end moves nothing.
  const [wasFinal] = useState(isFinal)
  return (
    <div className={FRAME}>
      <StableHeight>
        <ConfirmationHead more={thanksFor(order)}>
          <PageHeading>{orderHeading(order, CONFIRMED)}</PageHeading>
        </ConfirmationHead>
      </StableHeight>
      <ConfirmationNotes order={order} />
      <ShowMyOrder order={order} />
      <StableHeight>
        <OrderCard order={order}>
          {!isFinal && <Next order={order} />}
          {status === 'delivered' && <WhereIsIt order={order} />}
          {wasFinal && <WhenFinal order={order} />}
          <CardLinks order={order} />
        </OrderCard>
      </StableHeight>
      <section aria-labelledby="shipping" className="grid gap-2">
        <Shipping order={order} change="Change or cancel">
          <h2 id="shipping" className="text-h3">
            Shipping Address
          </h2>
        </Shipping>
      </section>
      <StableHeight>
        <ChangeByMessage order={order} />
      </StableHeight>
      <OrderFacts
        id={id}
        facts={{ 'Order Date': formatDay(order.date), 'Payment Method': 'Cash on Delivery' }}
      />
      <section aria-labelledby="items" className="grid gap-5">
        <h2 id="items" className="text-h2">
          Order Items
        </h2>
        <OrderItems order={order} />
      </section>
      <StableHeight>
        <OrderQuestions order={order} />
      </StableHeight>
      <div className="grid gap-3 sm:flex sm:flex-wrap sm:justify-center" data-no-print>
        {!wasFinal && <OrderAgain order={order} />}
        <a
          href={paths.tracking(id)}
          className={buttonClass(order.joined ? 'primary' : 'secondary')}
        >
          Track Your Order
        </a>
        <a href={paths.products} className={buttonClass('quiet')}>
          Continue Shopping
        </a>
        <PrintReceiptButton />
      </div>
      <ReceiptHead order={order} />
    </div>
  )
}

/** What the customer of an open order does first, and what happens next. */
function Next({ order }: { order: Order }) {
  return (
    <>
      <GiftQuestion order={order} />
      {/* All take the same room: an order that is booked while its page is open moves nothing. */}
      <div className="grid min-h-24 content-start sm:min-h-22">
        {asksToWrite(order) ? <WriteToUs order={order} /> : <Follow order={order} />}
      </div>
      <p className="min-h-[2lh] sm:min-h-[1lh]">{nextStep(order)}</p>
    </>
  )
}

function Follow({ order }: { order: Order }) {
  const { masked, booked, courier, trackingNumber, status } = order
  const { isOnItsWay } = statusDefinition(status)
  const isKnown = courier || trackingNumber || isOnItsWay || (masked && booked)
  return (
    <>
      <a
        href={paths.tracking(order.id)}
        className={`${buttonClass(asksForPhone(order) ? 'secondary' : 'primary')} sm:justify-self-start`}
      >
        Track Your Order
      </a>
      {isKnown ? (
        <WhoHasParcel order={order} />
      ) : (
        <p className="mt-2 text-sm text-muted">See each step of your parcel on its way to you.</p>
      )}
    </>
  )
}

function WhenFinal({ order }: { order: Order }) {
  return (
    <div className="grid gap-3 sm:flex sm:flex-wrap">
      {isHelpFirst(order) && (
        <a href={paths.tracking(order.id)} className={buttonClass('primary')}>
          Damaged or Wrong Item?
        </a>
      )}
      <OrderAgain order={order} />
    </div>
  )
}
