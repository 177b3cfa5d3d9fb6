import { settings } from '#config/settings.ts'
import { type ConfirmationNotes, lastSegment, paths } from '#paths.ts'
import { formatDate, formatDay } from '#shared/dates.ts'
import { buttonClass } from '#ui/Button.tsx'
import { island } from '#ui/island.tsx'
import { OrderFacts, OrderLines, OrderTotals, ShippingDetails } from './OrderDetails.tsx'
import { OrderPage, OrderProvider } from './OrderPage.tsx'
import { createOrderStore, type OrderStore } from './order.store.ts'
import { isOrderId, type Order, statusName } from './order.ts'

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
  return (
    <div className="mx-auto grid max-w-3xl gap-10">
      <header className="text-center">
        <h1 className="text-h1">Order Confirmed!</h1>
        <p className="mt-3 text-muted">
          Thank you for choosing {settings.name}. We have your order and will pack it with care.
        </p>
      </header>
      <Notes {...confirmationNotes(new URLSearchParams(location.search))} />
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
        <OrderLines items={order.items} />
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
