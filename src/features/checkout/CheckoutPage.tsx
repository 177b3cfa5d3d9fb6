import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { cartProblem } from '#features/cart/cart.ts'
import { StorageNotice, useIsStorageLasting } from '#features/cart/StorageNotice.tsx'
import { useCart } from '#features/cart/useCart.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/Button.tsx'
import { buttonClass } from '#ui/button.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { useOnline } from '#ui/useOnline.ts'
import { CheckoutSummary } from './CheckoutSummary.tsx'
import { createCheckout } from './checkout.store.ts'
import { EarlierOrderNotice } from './EarlierOrderNotice.tsx'
import { followCheckout } from './follow-checkout.ts'
import { OFFLINE, refusalSentence } from './messages.ts'
import { ShippingForm } from './ShippingForm.tsx'

const FORM_ID = 'checkout-form'

export function CheckoutPage() {
  const { cart } = useCart()
  const isOnline = useOnline()
  const isStorageLasting = useIsStorageLasting()
  const [checkout] = useState(createCheckout)
  const now = useStore(checkout.$checkout)
  useEffect(() => followCheckout(checkout), [checkout])

  const isBusy = now.state === 'submitting' || now.state === 'placed'
  const refusal = now.state === 'failed' ? refusalSentence(now.code, cart) : undefined
  if (now.state === 'empty' && !isStorageLasting) return <CartLost />
  return (
    <div className="mt-8 grid gap-10 lg:grid-cols-[1fr_24rem] lg:items-start">
      <ShippingForm
        id={FORM_ID}
        problems={'problems' in now ? now.problems : {}}
        onSend={checkout.submit}
        onEdit={checkout.edit}
      />
      <CheckoutSummary cart={cart}>
        {(refusal ?? cartProblem(cart)) && (
          <p role="alert" className="text-danger">
            {refusal ?? cartProblem(cart)}
          </p>
        )}
        <EarlierOrderNotice earlier={now.earlier} />
        <div className="grid">
          {/* In the page from the start: a live region that arrives with its text stays silent. */}
          <p role="status" className="not-empty:mb-5">
            {isOnline ? '' : OFFLINE}
          </p>
          <Button variant="primary" type="submit" form={FORM_ID} disabled={isBusy}>
            {isBusy ? 'Processing...' : 'Place Order'}
          </Button>
        </div>
      </CheckoutSummary>
    </div>
  )
}

/** Instead of going to the products without a word: the cart may have been lost on the way here. */
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
