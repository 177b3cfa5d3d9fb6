import { useStore } from '@nanostores/react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { CartProvider, useCart } from '#features/cart/CartProvider.tsx'
import { type Cart, cartProblem } from '#features/cart/cart.ts'
import { StorageNotice, useIsStorageLasting } from '#features/cart/StorageNotice.tsx'
import { OrderLines, OrderTotals } from '#features/orders/OrderDetails.tsx'
import { paths } from '#paths.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { island } from '#ui/island.tsx'
import { createCheckout, type EarlierOrder } from './checkout.store.ts'
import { followCheckout } from './follow-checkout.ts'
import { OFFLINE, refusalSentence } from './messages.ts'
import { ShippingForm } from './ShippingForm.tsx'

type PageStore = ReturnType<typeof createPageStore>

export const CheckoutPage = island(
  ({ store }: { store: PageStore }) => (
    <CartProvider>
      <Checkout store={store} />
    </CartProvider>
  ),
  createPageStore,
)

function createPageStore() {
  const checkout = createCheckout()
  return { ...checkout, start: () => followCheckout(checkout) }
}

const FORM_ID = 'checkout-form'

function Checkout({ store }: { store: PageStore }) {
  const { cart } = useCart()
  const isOnline = useOnline()
  const isStorageLasting = useIsStorageLasting()
  const checkout = useStore(store.$checkout)

  if (checkout.state === 'empty' && !isStorageLasting) return <CartLost />
  const isBusy = checkout.state === 'submitting' || checkout.state === 'placed'
  const refusal = checkout.state === 'failed' ? refusalSentence(checkout.code, cart) : undefined
  const problem = refusal ?? cartProblem(cart)
  return (
    <div className="mt-8 grid gap-10 lg:grid-cols-[1fr_24rem] lg:items-start">
      <ShippingForm
        id={FORM_ID}
        problems={'problems' in checkout ? checkout.problems : {}}
        onSend={store.submit}
        onEdit={store.edit}
      />
      <Summary cart={cart}>
        {problem && (
          <p role="alert" className="text-danger">
            {problem}
          </p>
        )}
        <EarlierOrders orders={checkout.earlier} />
        <div className="grid">
          {/* In the page from the start: a live region that arrives with its text stays silent. */}
          <p role="status" className="not-empty:mb-5">
            {isOnline ? '' : OFFLINE}
          </p>
          <Button variant="primary" type="submit" form={FORM_ID} disabled={isBusy}>
            {isBusy ? 'Processing...' : 'Place Order'}
          </Button>
        </div>
      </Summary>
    </div>
  )
}

function Summary({ cart, children }: { cart: Cart; children: ReactNode }) {
  return (
    <section aria-labelledby="summary" className="grid gap-5 rounded-lg border border-line p-5">
      <h2 id="summary" className="text-h3">
        Order Summary
      </h2>
      <OrderLines items={cart.items} />
      <OrderTotals total={cart.total} />
      {children}
    </section>
  )
}

/** Names saved orders beside the button. The live region is in the page before its text. */
function EarlierOrders({ orders }: { orders: EarlierOrder[] }) {
  const [latest] = orders
  return (
    <div
      role="alert"
      className="grid gap-3 empty:hidden not-empty:rounded-md not-empty:bg-sand not-empty:p-4"
    >
      {orders.map((order) =>
        order.isCopyMissing ? (
          <p key={order.orderId}>
            Your order <OrderLink {...order} /> is saved, but its copy did not reach us. Press Place
            Order again: it will not be ordered twice. With another cart or address it will be a new
            order.
          </p>
        ) : (
          <p key={order.orderId}>
            Your earlier order <OrderLink {...order} /> is placed already. What is in your cart now
            is not part of it
            {order === latest && ' and not ordered yet. Press Place Order to order it as well'}.
          </p>
        ),
      )}
    </div>
  )
}

function OrderLink({ orderId }: EarlierOrder) {
  return (
    <a href={paths.confirmation(orderId)} className="text-link font-semibold">
      {orderId}
    </a>
  )
}

/** Instead of redirecting to the products: the cart may have been lost on the way here. */
function CartLost() {
  return (
    <>
      <StorageNotice items={[]} className="mt-8" />
      <EmptyState title="Your cart is empty">
        <a href={paths.products} className={buttonClass('primary')}>
          Continue Shopping
        </a>
      </EmptyState>
    </>
  )
}

/** False while the device has no network. True in the HTML of the build. */
function useOnline(): boolean {
  return useSyncExternalStore(
    subscribeToConnection,
    () => navigator.onLine,
    () => true,
  )
}

function subscribeToConnection(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}
