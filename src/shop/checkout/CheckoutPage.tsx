import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { currencyNote } from '#config/currency.ts'
import { Button, buttonClass } from '#kit/form/Button.tsx'
import { EmptyState } from '#kit/list/EmptyState.tsx'
import { formatMoney } from '#kit/money.ts'
import { island, useHydrated } from '#kit/scripts/island.tsx'
import { limitProblem } from '#order/order-lines.ts'
import { priceSums } from '#order/sums.ts'
import { SUM_LABELS } from '#order/texts/sum-words.ts'
import { Sums } from '#order/view/Sums.tsx'
import { paths } from '#paths.ts'
import { CartLine } from '#shop/cart/CartLine.tsx'
import { CartProvider, useCart } from '#shop/cart/CartProvider.tsx'
import type { Cart } from '#shop/cart/cart.ts'
import { PairOffers } from '#shop/cart/PairOffers.tsx'
import { PausedNotice } from '#shop/cart/PausedNotice.tsx'
import { StorageNotice, useIsStorageLasting } from '#shop/cart/StorageNotice.tsx'
import { usePausedLines } from '#shop/pauses/usePausedLines.ts'
import { FIRST_STATE } from './checkout-state.ts'
import { EarlierOrders } from './EarlierOrders.tsx'
import { ExpectedBy } from './ExpectedBy.tsx'
import { advanceSentence, failureSentence, OFFLINE } from './messages.ts'
import { PriceQuestion } from './PriceQuestion.tsx'
import { pageCheckout, startPageCheckout } from './page-checkout.ts'
import { type Prices, withPrice, withPrices } from './price-question.ts'
import { SendOnWhatsApp } from './SendOnWhatsApp.tsx'
import { ShippingForm } from './ShippingForm.tsx'
import { useOnline } from './useOnline.ts'

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
  const isBusy = checkout.state === 'submitting' || checkout.state === 'placed'
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
            <Lines isFixed={isBusy} prices={prices} />
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
            {paused.length > 0 && !isBusy && (
              <PausedNotice paused={paused} isWholeCart={paused.length === cart.items.length} />
            )}
            <EarlierOrders orders={checkout.earlier} />
          </div>
          <Decision store={store} cart={priced} isPaused={paused.length > 0} isBusy={isBusy} />
          {!isHydrated && elsewhere}
        </div>
      </section>
    </div>
  )
}

interface DecisionProps {
  store: PageStore
  /** At the prices that are shown. */
  cart: Cart
  /** Whether a line is not sold now: then no message to the shop orders it. */
  isPaused: boolean
  isBusy: boolean
}

/** "Place Order", or what has to be decided first; and the shop by WhatsApp and telephone where it failed. */
function Decision({ store, cart, isPaused, isBusy }: DecisionProps) {
  const checkout = useStore(store.$checkout, { ssr: () => FIRST_STATE })
  const button = useRef<HTMLButtonElement>(null)
  const isHydrated = useHydrated()
  const { state } = checkout

  // A disabled button loses the focus.
  useEffect(() => {
    if (state === 'failed' && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true })
  }, [state])

  function goBack(): void {
    store.decline()
    // After the button has taken the place of the question.
    requestAnimationFrame(() => button.current?.focus())
  }

  return (
    <>
      {checkout.state === 'asking' ? (
        <PriceQuestion
          question={checkout.question}
          total={cart.total}
          formId={FORM_ID}
          onAgree={store.agree}
          onDecline={goBack}
        />
      ) : (
        <>
          <p className="mb-2 flex flex-wrap justify-between gap-x-4 font-semibold md:hidden">
            <span>{SUM_LABELS.total}</span>
            {/* Filled in by first-paint.ts until then. */}
            <span
              key={String(isHydrated)}
              data-first-sum
              suppressHydrationWarning
              className="tabular-nums"
            >
              {isHydrated ? formatMoney(cart.total) : '…'}
            </span>
          </p>
          <Button
            ref={button}
            variant="primary"
            type="submit"
            form={FORM_ID}
            disabled={isBusy}
            // first-paint.ts shows that a press waits.
            suppressHydrationWarning
          >
            <span key={String(isHydrated)} suppressHydrationWarning>
              {isBusy ? 'Processing...' : 'Place Order'}
            </span>
          </Button>
          <p className="mt-2 text-center text-sm text-muted">
            No payment now. We message you before we send it.
          </p>
        </>
      )}
      {'unsent' in checkout && checkout.unsent && !isPaused && (
        <div className="mt-3 grid">
          <SendOnWhatsApp unsent={checkout.unsent} cart={cart} />
        </div>
      )}
    </>
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
