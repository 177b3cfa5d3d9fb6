/*
 * The cart in the HTML of the build, with the words and the size of CartPage.tsx, which replaces it: change both
 * together. fill-cart.ts fills it in.
 */

import { currencyNote } from '#config/currency.ts'
import { buttonClass } from '#kit/form/Button.tsx'
import { priceSums } from '#order/sums.ts'
import { ORDER_GREETING } from '#order/texts/purchase-text.ts'
import { Sums } from '#order/view/Sums.tsx'
import { paths } from '#paths.ts'
import { WhatsAppLink } from '#shop/contact/WhatsAppLink.tsx'
import { CART_COLUMNS } from './CartPage.tsx'
import { SummaryBox } from './CartSummary.tsx'
import { CART_ROWS, CartRow, CartTable } from './CartTable.tsx'
import { EmptyCart } from './EmptyCart.tsx'
import { amountPlaceholder, labelPlaceholder, linePlaceholder } from './placeholders.tsx'

export function CartFallback() {
  return (
    <>
      <h1 className="text-h1">Shopping Cart</h1>
      <p
        data-cart="reading"
        role="status"
        className="py-section text-center text-muted noscript:hidden"
      >
        Loading your cart...
      </p>
      <div data-cart="empty" hidden>
        <EmptyCart />
      </div>
      <div data-cart="filled" hidden className={CART_COLUMNS}>
        <CartTable>
          <tbody data-cart="lines" className={CART_ROWS}>
            <template>
              <CartRow line={linePlaceholder()} />
            </template>
          </tbody>
        </CartTable>
        <SummaryBox
          sums={
            <Sums
              sums={priceSums({ total: 0 })}
              note={currencyNote}
              renderLabel={labelPlaceholder}
              renderAmount={amountPlaceholder}
            />
          }
        >
          <a data-cart="checkout" href={paths.checkout} className={buttonClass('primary')}>
            Proceed to Checkout
          </a>
          <WhatsAppLink data-cart="chat" text={ORDER_GREETING} className={buttonClass('secondary')}>
            Order on WhatsApp
          </WhatsAppLink>
        </SummaryBox>
      </div>
    </>
  )
}
