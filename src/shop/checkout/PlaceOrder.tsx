import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { Button, buttonClass } from '#kit/form/Button.tsx'
import { formatOrderText } from '#order/texts/order-text.ts'
import type { Cart } from '#shop/cart/cart.ts'
import { ContactShop } from '#shop/contact/ContactShop.tsx'
import { CartQuestion } from './CartQuestion.tsx'
import type { CheckoutStore } from './checkout.store.ts'
import { confirmationOf, FIRST_STATE, type Unsent } from './checkout-state.store.ts'
import { SEND_ON_WHATSAPP } from './words.ts'

interface PlaceOrderProps {
  store: CheckoutStore
  /** The cart at the prices that are shown. */
  cart: Cart
  /** Whether a line is not sold now: then no message to the shop orders it. */
  isPaused: boolean
  formId: string
}

/** The button Place Order, or the question in its place; and the shop by WhatsApp and telephone where it failed. */
export function PlaceOrder({ store, cart, isPaused, formId }: PlaceOrderProps) {
  const checkout = useStore(store.$checkout, { ssr: () => FIRST_STATE })
  const isCompletingAddress = useStore(store.$isCompletingAddress, { ssr: () => false })
  const button = useRef<HTMLButtonElement>(null)
  const { state } = checkout
  const isBusy = state === 'submitting'

  // A disabled button loses the focus.
  useEffect(() => {
    if (state === 'failed' && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true })
  }, [state])

  function goBack(): void {
    store.decline()
    // The button must have taken the place of the question first.
    requestAnimationFrame(() => button.current?.focus())
  }

  return (
    <>
      {checkout.state === 'asking' && !isCompletingAddress ? (
        <CartQuestion
          question={checkout.question}
          total={cart.total}
          formId={formId}
          onAgree={store.agree}
          onDecline={goBack}
        />
      ) : (
        <>
          {checkout.state === 'placed' ? (
            // The page is about to be left. Where that is stopped or fails, this leads to the order.
            <a href={confirmationOf(checkout)} className={buttonClass('primary')}>
              Order placed. See your order
            </a>
          ) : (
            <Button
              ref={button}
              variant="primary"
              type="submit"
              form={formId}
              disabled={isBusy}
              isBusy={isCompletingAddress}
              className="in-data-pressed:opacity-60 in-data-scripts-missing:hidden"
            >
              <span suppressHydrationWarning className="in-data-pressed:hidden">
                {isBusy || isCompletingAddress ? PROCESSING : 'Place Order'}
              </span>
              {/* Shown by checkout.astro until React comes. */}
              <span suppressHydrationWarning className="hidden in-data-pressed:inline">
                {PROCESSING}
              </span>
            </Button>
          )}
          <p suppressHydrationWarning className="mt-2 text-center text-sm text-muted">
            No payment now. We message you before we send it.
          </p>
        </>
      )}
      {'unsent' in checkout && checkout.unsent && !isPaused && (
        <div className="mt-3 grid">
          <ContactShop text={orderMessage(checkout.unsent, cart)} label={SEND_ON_WHATSAPP} />
        </div>
      )}
    </>
  )
}

const PROCESSING = 'Processing...'

/**
 * The order as a message, for where it could not be placed here. It has the id of the attempt and the code of
 * this device, so that the message and a late retry are one order (docs/product.md, rule 5.18).
 */
function orderMessage({ orderId, code, address }: Unsent, cart: Cart): string {
  return formatOrderText({ id: orderId, ...cart, shippingAddress: address, code })
}
