import { useState } from 'react'
import { settings } from '#config/settings.ts'
import { formatDay } from '#kit/dates.ts'
import { buttonClass } from '#kit/form/Button.tsx'
import { island } from '#kit/island/island.tsx'
import { isHelpOver } from '#order/help-days.ts'
import { orderHeading } from '#order/next-step.ts'
import type { Order } from '#order/order.ts'
import { isOrderId } from '#order/order-id.ts'
import { tokenOf } from '#order/order-key.ts'
import { parseOrderId } from '#order/parse-order-id.ts'
import { statusDefinition } from '#order/status.ts'
import { type ConfirmationNotes, lastSegment, paths } from '#paths.ts'
import { ChangeByMessage } from './ChangeByMessage.tsx'
import { withForms } from './FoldedForm.tsx'
import { isOrderAgainFirst, OrderAgain } from './OrderAgain.tsx'
import { ForTheDay, LINK, OrderCard, PlacedCard, WhereIsIt } from './OrderCard.tsx'
import { OrderFacts, OrderItems, Shipping } from './OrderDetails.tsx'
import { ConfirmOnWhatsApp, KeepOnWhatsApp, mayConfirm } from './OrderMessages.tsx'
import { OrderLoading, OrderPage, OrderProvider } from './OrderPage.tsx'
import { OrderQuestions } from './OrderQuestions.tsx'
import { fetchOrder } from './order.api.ts'
import { createOrderStore, type OrderStore } from './order.store.ts'
import { takePlaced } from './placed-order.ts'
import { PrintReceiptButton, ReceiptHead } from './Receipt.tsx'
import { asksForPhone, ShowMyOrder } from './ShowMyOrder.tsx'
import { Steady } from './Steady.tsx'

/** Shows an order that this tab has just placed at once, and follows it as any other. */
export const OrderConfirmation = island(ConfirmationPage, () => {
  const id = lastSegment(location.pathname)
  const orderId = parseOrderId(id)
  const isOwn = orderId && tokenOf(orderId)
  const store = createOrderStore(id, isOwn ? {} : { request: withForms(fetchOrder) })
  const placed = takePlaced(id)
  if (placed) store.set(placed)
  return store
})

/** Reads what `paths.confirmation` writes. Ignores invalid search params. */
export function confirmationNotes(params: URLSearchParams): ConfirmationNotes {
  const earlier = params.get('earlier')
  return {
    earlier: earlier !== null && isOrderId(earlier) ? earlier : undefined,
    isBeforeChange: params.get('placed') === 'before-change',
  }
}

function ConfirmationPage({ store }: { store: OrderStore }) {
  return (
    <OrderProvider store={store}>
      <OrderPage>{(order) => <Confirmation order={order} />}</OrderPage>
    </OrderProvider>
  )
}

const FRAME = 'mx-auto grid max-w-3xl grid-cols-1 gap-8'

/** What the page shows before React: the order that was just placed, or that it is loading. */
export function ConfirmationLoading() {
  return (
    <>
      <div data-placed hidden className={FRAME}>
        <Head heading={CONFIRMED} thanks={PACKING} />
        <PlacedCard />
      </div>
      <OrderLoading />
    </>
  )
}

const CONFIRMED = 'Order Confirmed!'
const PACKING = ' We have your order and will pack it with care.'

function Confirmation({ order }: { order: Order }) {
  const { id, status } = order
  const isClosed = statusDefinition(status).isFinal
  // The arrangement stays that of the order as it was opened: its end moves nothing.
  const [wasClosed] = useState(isClosed)
  return (
    <div className={FRAME}>
      <ReceiptHead order={order} />
      <Steady>
        <Head heading={orderHeading(order, CONFIRMED)} thanks={thanksFor(status)} />
      </Steady>
      <Notes {...confirmationNotes(new URLSearchParams(location.search))} order={order} />
      <ShowMyOrder order={order} />
      <Steady>
        <OrderCard order={order}>
          {!isClosed && <FirstAction order={order} />}
          {wasClosed && status === 'delivered' && <WhereIsIt order={order} />}
          {status === 'delivered' && !isHelpOver(order) && (
            <a href={paths.tracking(id)} className={LINK}>
              Damaged or Wrong Item?
            </a>
          )}
        </OrderCard>
        {wasClosed && (
          <div className="mt-8 grid">
            <OrderAgain order={order} />
          </div>
        )}
      </Steady>
      <section aria-labelledby="shipping" className="grid gap-2">
        <Shipping order={order}>
          <h2 id="shipping" className="text-h3">
            Shipping Address
          </h2>
        </Shipping>
      </section>
      <Steady className="grid gap-8">
        <ChangeByMessage order={order} />
        {!(wasClosed && status === 'delivered') && <WhereIsIt order={order} />}
      </Steady>
      <OrderFacts
        id={id}
        facts={{ 'Order Date': formatDay(order.date), 'Payment Method': 'Cash on Delivery' }}
      />
      <Steady>
        <ForTheDay order={order} />
      </Steady>
      <KeepOnWhatsApp order={order} />
      <section aria-labelledby="items" className="grid gap-5">
        <h2 id="items" className="text-h2">
          Order Items
        </h2>
        <OrderItems order={order} />
      </section>
      <Steady>
        <OrderQuestions order={order} />
      </Steady>
      <div className="grid gap-3 sm:flex sm:flex-wrap sm:justify-center" data-no-print>
        {!wasClosed && <OrderAgain order={order} />}
        <a
          href={paths.tracking(id)}
          className={buttonClass(
            isOrderAgainFirst(order) || !isClosed || asksForPhone(order) ? 'secondary' : 'primary',
          )}
        >
          Track Your Order
        </a>
        <a href={paths.products} className={buttonClass('quiet')}>
          Continue Shopping
        </a>
        <PrintReceiptButton />
      </div>
    </div>
  )
}

/** Both take the same room: an order that is booked while its page is open moves nothing. */
function FirstAction({ order }: { order: Order }) {
  return (
    <div className="grid min-h-23 content-start gap-2 sm:min-h-18">
      {mayConfirm(order) ? (
        <ConfirmOnWhatsApp order={order} />
      ) : (
        <>
          <a
            href={paths.tracking(order.id)}
            className={`${buttonClass(asksForPhone(order) ? 'secondary' : 'primary')} sm:justify-self-start`}
          >
            Track Your Order
          </a>
          <p className="text-sm text-muted">See each step of your parcel on its way to you.</p>
        </>
      )}
    </div>
  )
}

function Head({ heading, thanks }: { heading: string; thanks: string }) {
  return (
    <header>
      <h1 className="text-h1">{heading}</h1>
      <p className="mt-2 text-muted">
        Thank you for choosing {settings.name}.{thanks}
      </p>
    </header>
  )
}

function thanksFor(status: Order['status']): string {
  const { isOpen, isOnItsWay } = statusDefinition(status)
  if (isOnItsWay) return ' We have packed your order with care.'
  return isOpen ? PACKING : ''
}

/** What the customer has to know besides this order. */
function Notes({ earlier, isBeforeChange, order }: ConfirmationNotes & { order: Order }) {
  return (
    <>
      {isBeforeChange && (
        <p className="rounded-md bg-sand p-4">
          This order reached us before you changed your cart or address. It is placed as you see it
          here, and goes to the address below. If that is wrong, please{' '}
          {order.mayChange ? (
            <a href={paths.changeOrder(order.id)} className="text-link">
              change or cancel it
            </a>
          ) : (
            <a href={paths.contact} className="text-link">
              contact us
            </a>
          )}
          .
        </p>
      )}
      {earlier && (
        <p className="rounded-md bg-sand p-4">
          Your earlier order{' '}
          <a href={paths.confirmation(earlier)} className="text-link font-semibold">
            {earlier}
          </a>{' '}
          is placed as well.
        </p>
      )}
    </>
  )
}
