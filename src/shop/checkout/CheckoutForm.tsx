import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { island } from '#kit/island/island.tsx'
import { limitProblem } from '#order/order-lines.ts'
import { EMPTY_CART } from '#shop/cart/cart.ts'
import { EmptyCart } from '#shop/cart/EmptyCart.tsx'
import { PausedNotice } from '#shop/cart/PausedNotice.tsx'
import { StorageNotice, useIsStorageLasting } from '#shop/cart/StorageNotice.tsx'
import { useDeliveryDay } from '#shop/cart/useDeliveryDay.ts'
import { usePausedLines } from '#shop/pauses/usePauses.ts'
import { createCheckout } from './checkout.store.ts'
import { FIRST_STATE, isUnderWay } from './checkout-state.store.ts'
import { followCheckout } from './follow-checkout.ts'
import { NamedOrders } from './NamedOrders.tsx'
import { PlaceOrder } from './PlaceOrder.tsx'
import { ShippingForm } from './ShippingForm.tsx'
import { $shownCart } from './shown-cart.store.ts'
import { advanceSentence, failureSentence, OFFLINE } from './words.ts'

type PageStore = ReturnType<typeof createPageStore>

interface CheckoutProps {
  store: PageStore
  /** The total, and that it is paid at the door. fill-cart.ts fills it in, React leaves it alone. */
  children?: ReactNode
  /** In place of the button where the page is never hydrated. */
  elsewhere?: ReactNode
}

/** The address and the button. The summary is a sibling, CheckoutSummary.tsx. */
export const CheckoutForm = island(Checkout, createPageStore)

function createPageStore() {
  const checkout = createCheckout()
  return { ...checkout, start: () => followCheckout(checkout) }
}

const FORM_ID = 'checkout-form'

function Checkout({ store, children, elsewhere }: CheckoutProps) {
  const cart = useStore($shownCart, { ssr: () => EMPTY_CART })
  const isOnline = useOnline()
  const isStorageLasting = useIsStorageLasting()
  const day = useDeliveryDay()
  const checkout = useStore(store.$checkout, { ssr: () => FIRST_STATE })
  const paused = usePausedLines(cart.items)
  const saysPause = paused.length > 0 && !isUnderWay(checkout)
  const placeOrder = useRef<HTMLElement>(null)
  const isRefused = checkout.state === 'failed' && checkout.unsent !== undefined

  // The sentence that is added above the button moves it, and what is added below may be out of sight.
  useEffect(() => {
    if (isRefused) placeOrder.current?.scrollIntoView({ block: 'nearest' })
  }, [isRefused])

  if (checkout.state === 'empty' && !isStorageLasting) return <CartLost />
  const problem = failureSentence(checkout, isOnline) ?? limitProblem(cart.items)
  return (
    <div className="min-w-0">
      <ShippingForm
        id={FORM_ID}
        problems={'problems' in checkout ? checkout.problems : {}}
        onSend={store.submit}
        onEdit={store.edit}
      />
      <section
        ref={placeOrder}
        aria-label="Your order"
        data-paused={paused.length > 0 ? '' : undefined}
        className="mt-8 grid rounded-lg border border-line p-5"
      >
        {children}
        {/* The day of this visit, not of the build. None for what cannot be ordered. */}
        <p className="mb-5 text-muted">{day && !saysPause ? `Expected by ${day}` : '\u00A0'}</p>
        {/* In the page from the start: a live region that arrives with its text stays silent. */}
        <p role="status" className="not-empty:mb-5">
          {isOnline ? '' : OFFLINE}
        </p>
        <div className="grid gap-5 has-[>:not(:empty)]:mb-5">
          <AdvanceNote sentence={advanceSentence(cart)} />
          {problem && (
            <p role="alert" className="text-danger">
              {problem}
            </p>
          )}
          {saysPause && (
            <PausedNotice paused={paused} isWholeCart={paused.length === cart.items.length} />
          )}
          <NamedOrders orders={checkout.named} />
        </div>
        <PlaceOrder store={store} cart={cart} isPaused={paused.length > 0} formId={FORM_ID} />
        {elsewhere}
      </section>
    </div>
  )
}

function AdvanceNote({ sentence }: { sentence: string | undefined }) {
  return sentence && <p className="rounded-md bg-sand p-4">{sentence}</p>
}

/** Shown where the browser stores nothing, instead of the redirect to the products: the cart may be lost. */
function CartLost() {
  return (
    <div data-cart-lost className="lg:col-span-2">
      <StorageNotice items={[]} className="" />
      <EmptyCart />
    </div>
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
