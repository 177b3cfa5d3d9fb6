import { settings } from '#config/settings.ts'
import { type ConfirmationNotes, lastSegment, paths } from '#paths.ts'
import { formatDay } from '#shared/dates.ts'
import { buttonClass } from '#ui/Button.tsx'
import { island } from '#ui/island.tsx'
import { ChangeByMessage } from './ChangeByMessage.tsx'
import { orderConfirmation } from './chat-texts.ts'
import { KeepOnWhatsApp } from './KeepOnWhatsApp.tsx'
import { OrderAgain } from './OrderAgain.tsx'
import {
  deliveryFact,
  OrderFacts,
  OrderLines,
  OrderNumber,
  OrderTotals,
  ShippingDetails,
} from './OrderDetails.tsx'
import { OrderPage, OrderProvider } from './OrderPage.tsx'
import { OrderQuestions } from './OrderQuestions.tsx'
import { createOrderStore, type OrderStore } from './order.store.ts'
import { endingOf, isOrderId, type Order, statusName } from './order.ts'
import { PrintReceiptButton, ReceiptHead, ReceiptSum } from './Receipt.tsx'
import { ShowMyOrder } from './ShowMyOrder.tsx'
import { WhatsAppLink } from './WhatsAppLink.tsx'

export const OrderConfirmation = island(ConfirmationPage, () =>
  createOrderStore(lastSegment(location.pathname)),
)

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

function Confirmation({ order }: { order: Order }) {
  const ending = endingOf(order)
  const isPacked = order.status === 'shipped' || order.status === 'delivered'
  const packing = isPacked
    ? 'We have packed your order with care.'
    : 'We have your order and will pack it with care.'
  return (
    <div className="mx-auto grid max-w-3xl gap-10">
      <ReceiptHead order={order} />
      <header className="text-center">
        <h1 className="text-h1">{ending?.heading ?? 'Order Confirmed!'}</h1>
        <p className="mt-3 text-muted">
          Thank you for choosing {settings.name}.{!ending && ` ${packing}`}
        </p>
      </header>
      <Notes {...confirmationNotes(new URLSearchParams(location.search))} />
      <ShowMyOrder order={order} />
      <OrderFacts
        facts={[
          ['Order Number', <OrderNumber key="id" id={order.id} />],
          ['Order Date', formatDay(order.date)],
          ['Payment Method', 'Cash on Delivery'],
          ['Status', statusName(order.status)],
          ...deliveryFact(order),
        ]}
      />
      <OrderQuestions order={order} />
      <section aria-labelledby="items" className="grid gap-5">
        <h2 id="items" className="text-h2">
          Order Items
        </h2>
        <OrderLines items={order.items} />
        <OrderTotals total={order.total} />
        <ReceiptSum order={order} />
      </section>
      <section aria-labelledby="shipping" className="grid gap-3">
        <h2 id="shipping" className="text-h2">
          Shipping Address
        </h2>
        <ShippingDetails order={order} />
        {order.mayChange && (
          <p data-no-print>
            <a
              href={paths.changeOrder(order.id)}
              className="text-link inline-flex min-h-touch items-center"
            >
              Wrong address? Change or cancel the order
            </a>
          </p>
        )}
      </section>
      <ChangeByMessage order={order} />
      <p className="flex flex-wrap justify-center gap-3" data-no-print>
        <ConfirmOnWhatsApp order={order} />
        <KeepOnWhatsApp order={order} />
        <OrderAgain order={order} />
        <a href={paths.tracking(order.id)} className={buttonClass('primary')}>
          Track Your Order
        </a>
        <a href={paths.products} className={buttonClass('secondary')}>
          Continue Shopping
        </a>
        <PrintReceiptButton />
      </p>
    </div>
  )
}

/** What the customer has to know besides this order. */
function Notes({ earlier, isBeforeChange }: ConfirmationNotes) {
  return (
    <>
      {isBeforeChange && (
        <p className="rounded-md bg-sand p-4">
          This order reached us before you changed your cart or address. It is placed as you see it
          here, and goes to the address below. If that is wrong, please{' '}
          <a href={paths.contact} className="text-link">
            contact us
          </a>
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

function ConfirmOnWhatsApp({ order }: { order: Order }) {
  if (order.masked || order.booked) return null
  return (
    <WhatsAppLink text={orderConfirmation(order)} className={buttonClass('secondary')}>
      Confirm on WhatsApp
    </WhatsAppLink>
  )
}
