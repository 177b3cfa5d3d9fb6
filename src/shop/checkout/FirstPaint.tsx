/*
 * The summary in the HTML of the build. first-paint.ts fills it in. It comes to React as HTML (slots of
 * CheckoutPage), which replaces it when it has hydrated.
 */

import { amountText, priceSums, type Sum } from '#order/sums.ts'
import { GREETING } from '#order/texts/purchase-text.ts'
import { Sums } from '#order/view/Sums.tsx'
import { priceList } from '#product/price-list.ts'
import { CartLine } from '#shop/cart/CartLine.tsx'
import { toCart } from '#shop/cart/cart.ts'
import { ContactShop } from '#shop/contact/ContactShop.tsx'
import { SEND_ON_WHATSAPP } from './messages.ts'

export function FirstSummary() {
  return (
    <>
      <fieldset disabled>
        <legend className="sr-only">Items</legend>
        <ul data-first-lines className="-mt-4 divide-y divide-line" />
        <div data-first-offers className="contents" />
      </fieldset>
      <Sums sums={priceSums({ total: 0 })} show={firstAmount} />
    </>
  )
}

function firstAmount(sum: Sum) {
  return sum.name === 'shipping' ? amountText(sum) : <span data-first-sum>…</span>
}

/** The markup of a line, for a template of the page. */
export function FirstLine() {
  const choices = priceList.map(({ id, sizes: [{ label }] }) => ({ id, size: label, quantity: 1 }))
  const [item] = toCart(choices).items
  return item && <CartLine line={{ item, isRemoved: false }} />
}

/** Instead of the button, where the scripts of the page do not come. */
export function OrderElsewhere() {
  return (
    <div data-order-elsewhere hidden className="mt-5 grid gap-3">
      <p role="alert" className="text-danger">
        Your order can't be placed on this page now. Your cart and what you typed go with your
        message.
      </p>
      <ContactShop text={GREETING} label={SEND_ON_WHATSAPP} />
    </div>
  )
}
