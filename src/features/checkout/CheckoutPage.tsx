import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { cartProblem } from '#features/cart/cart.ts'
import { useCart } from '#features/cart/useCart.ts'
import { Button } from '#ui/Button.tsx'
import { useOnline } from '#ui/useOnline.ts'
import { CheckoutSummary } from './CheckoutSummary.tsx'
import { createCheckout } from './checkout.store.ts'
import { followCheckout } from './follow-checkout.ts'
import { ShippingForm } from './ShippingForm.tsx'
import { OFFLINE, refusalSentence } from './sentences.ts'

const FORM_ID = 'checkout-form'

export function CheckoutPage() {
  const { cart } = useCart()
  const isOnline = useOnline()
  const [checkout] = useState(createCheckout)
  const state = useStore(checkout.$checkout)
  useEffect(() => followCheckout(checkout), [checkout])

  const isBusy = state.step === 'sending' || state.step === 'placed'
  const refusal = state.step === 'refused' ? refusalSentence(state.code, cart) : undefined
  return (
    <div className="mt-8 grid gap-10 lg:grid-cols-[1fr_24rem] lg:items-start">
      <ShippingForm
        id={FORM_ID}
        problems={'problems' in state ? state.problems : {}}
        onSend={checkout.submit}
        onEdit={checkout.edit}
      />
      <CheckoutSummary cart={cart}>
        {(refusal ?? cartProblem(cart)) && (
          <p role="alert" className="text-danger">
            {refusal ?? cartProblem(cart)}
          </p>
        )}
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
