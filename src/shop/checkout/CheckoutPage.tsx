import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { currencyNote } from '#config/currency.ts'
import { DELIVERY_DAYS } from '#config/delivery.ts'
import { dayAfter, formatDay } from '#kit/dates.ts'
import { buttonClass } from '#kit/form/Button.tsx'
import { island, useHydrated } from '#kit/island/island.tsx'
import { EmptyState } from '#kit/list/EmptyState.tsx'
import { limitProblem } from '#order/order-lines.ts'
import { priceSums } from '#order/sums.ts'
import { Sums } from '#order/view/Sums.tsx'
import { paths } from '#paths.ts'
import { CartLine } from '#shop/cart/CartLine.tsx'
import { CartProvider, useCart } from '#shop/cart/CartProvider.tsx'
import type { Cart } from '#shop/cart/cart.ts'
import { PairOffers } from '#shop/cart/PairOffers.tsx'
import { PausedNotice } from '#shop/cart/PausedNotice.tsx'
import { StorageNotice, useIsStorageLasting } from '#shop/cart/StorageNotice.tsx'
import { usePausedLines } from '#shop/pauses/usePauses.ts'
import { FIRST_STATE, isUnderWay } from './checkout-state.ts'
import { Decision } from './Decision.tsx'
import { EarlierOrders } from './EarlierOrders.tsx'
import { advanceSentence, failureSentence, OFFLINE } from './messages.ts'
import { pageCheckout, startPageCheckout } from './page-checkout.ts'
import { type Prices, withPrice, withPrices } from './price-question.ts'
import { ShippingForm } from './ShippingForm.tsx'

type PageStore = ReturnType<typeof createPageStore>

interface CheckoutProps {
  store: PageStore
  /** The summary until the page is hydrated. */
  firstSummary?: ReactNode
  /** In place of the button where the page is not hydrated. */
  elsewhere?: ReactNode
}

export const CheckoutPage = island(
  (props: CheckoutProps) => (
    <CartProvider>
      <Checkout {...props} />
    </CartProvider>
  ),
  createPageStore,
)

function createPageStore() {
  return { ...pageCheckout, start: startPageCheckout }
}

const FORM_ID = 'checkout-form'

function Checkout({ store, firstSummary, elsewhere }: CheckoutProps) {
  const { cart } = useCart()
  const isHydrated = useHydrated()
  const isOnline = useOnline()
  const isStorageLasting = useIsStorageLasting()
  const checkout = useStore(store.$checkout, { ssr: () => FIRST_STATE })
  const agreed = useStore(store.$prices)
  const paused = usePausedLines(cart.items)
  const decision = useRef<HTMLDivElement>(null)
  const isRefused = checkout.state === 'failed' && checkout.unsent !== undefined

  // Its sentence comes above the button, and WhatsApp and telephone below it.
  useEffect(() => {
    if (isRefused) decision.current?.scrollIntoView({ block: 'nearest' })
  }, [isRefused])

  if (checkout.state === 'empty' && !isStorageLasting) return <CartLost />
  const question = checkout.state === 'asking' ? checkout.question : undefined
  const prices = question?.about === 'prices' ? question.prices : agreed
  const priced = withPrices(cart, prices)
  const problem = failureSentence(checkout, isOnline) ?? limitProblem(cart.items)
  return (
    <div className="mt-8 grid gap-10 lg:grid-cols-[1fr_24rem] lg:items-start">
      <ShippingForm
        id={FORM_ID}
        problems={'problems' in checkout ? checkout.problems : {}}
        onSend={store.submit}
        onEdit={store.edit}
      />
      <section aria-labelledby="summary" className="grid gap-5 rounded-lg border border-line p-5">
        <h2 id="summary" className="text-h3">
          Order Summary
        </h2>
        {isHydrated ? (
          <>
            <Lines isFixed={isUnderWay(checkout)} prices={prices} />
            <Sums sums={priceSums(priced)} note={currencyNote} />
          </>
        ) : (
          firstSummary
        )}
        <div ref={decision} className="grid">
          <p className="font-medium">Pay cash at your door</p>
          {/* The day of this visit, not of the build. */}
          <p className="mb-5 text-muted">{isHydrated ? <ExpectedBy /> : '\u00A0'}</p>
          {/* In the page from the start: a live region that arrives with its text stays silent. */}
          <p role="status" className="not-empty:mb-5">
            {isOnline ? '' : OFFLINE}
          </p>
          <div className="grid gap-5 has-[>:not(:empty)]:mb-5">
            <AdvanceNote cart={priced} />
            {problem && (
              <p role="alert" className="text-danger">
                {problem}
              </p>
            )}
            {paused.length > 0 && !isUnderWay(checkout) && (
              <PausedNotice paused={paused} isWholeCart={paused.length === cart.items.length} />
            )}
            <EarlierOrders orders={checkout.earlier} />
          </div>
          <Decision store={store} cart={priced} isPaused={paused.length > 0} formId={FORM_ID} />
          {!isHydrated && elsewhere}
        </div>
      </section>
    </div>
  )
}

/** Quantities can be changed and lines removed, except while the order is being placed. */
function Lines({ isFixed, prices }: { isFixed: boolean; prices: Prices | undefined }) {
  const { cart, lines: inCart } = useCart()
  const lines = inCart.map((line) => ({ ...line, item: withPrice(line.item, prices) }))
  return (
    <>
      <fieldset disabled={isFixed}>
        <legend className="sr-only">Items</legend>
        <ul className="-mt-4 divide-y divide-line">
          {lines.map((line) => (
            <CartLine key={`${line.item.id} ${line.item.size}`} line={line} />
          ))}
        </ul>
        <PairOffers items={cart.items} />
      </fieldset>
      {lines.length > 0 && cart.items.length === 0 && <p>Your cart is empty</p>}
    </>
  )
}

function AdvanceNote({ cart }: { cart: Cart }) {
  const sentence = advanceSentence(cart)
  return sentence && <p className="rounded-md bg-sand p-4">{sentence}</p>
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

/** A page that stays open for a day shows the day of today when it is looked at again. */
function ExpectedBy() {
  const day = useSyncExternalStore(subscribeToReturn, () => formatDay(dayAfter(DELIVERY_DAYS)))
  return <>Expected by {day}</>
}

function subscribeToReturn(onReturn: () => void): () => void {
  const timer = setInterval(onReturn, 60_000)
  document.addEventListener('visibilitychange', onReturn)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onReturn)
  }
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
