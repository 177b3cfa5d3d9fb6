/* The summary in the HTML of the build, as CheckoutSummary.tsx replaces it. fill-cart.ts fills it in. */

import { priceSums } from '#order/sums.ts'
import { Sums } from '#order/view/Sums.tsx'
import { CartLine } from '#shop/cart/CartLine.tsx'
import { amountPlaceholder, linePlaceholder } from '#shop/cart/placeholders.tsx'
import { SUMMARY_LINES } from './CheckoutSummary.tsx'

export function CheckoutSummaryFallback() {
  return (
    <div data-cart="filled" hidden>
      {/* Its buttons need React, so they are disabled until it comes. */}
      <fieldset disabled>
        <legend className="sr-only">Items</legend>
        <ul data-cart="lines" className={SUMMARY_LINES}>
          <template>
            <CartLine line={linePlaceholder()} />
          </template>
        </ul>
      </fieldset>
      <Sums sums={priceSums({ total: 0 })} renderAmount={amountPlaceholder} />
    </div>
  )
}
