/* The summary in the HTML of the build, as CheckoutSummary.tsx replaces it. fill-cart.ts fills it in. */

import { priceSums } from '#order/sums.ts'
import { Sums } from '#order/view/Sums.tsx'
import { CartLine } from '#shop/cart/CartLine.tsx'
import { firstAmount, someLine } from '#shop/cart/FirstCart.tsx'
import { SUMMARY_LINES } from './CheckoutSummary.tsx'

export function FirstSummary() {
  return (
    <div data-cart="filled" hidden>
      {/* What React alone can do looks so. */}
      <fieldset disabled>
        <legend className="sr-only">Items</legend>
        <ul data-cart="lines" className={SUMMARY_LINES}>
          <template>
            <CartLine line={someLine()} />
          </template>
        </ul>
      </fieldset>
      <Sums sums={priceSums({ total: 0 })} show={firstAmount} />
    </div>
  )
}
