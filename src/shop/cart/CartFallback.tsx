/*
 * The cart in the HTML of the build, with the words and the size of CartPage.tsx, which replaces it. A change of one is a
 * change of both. fill-cart.ts fills it in.
 */

import { currencyNote } from '#config/currency.ts'
import { whatsAppUrl } from '#config/whatsapp.ts'
import { buttonClass } from '#kit/form/Button.tsx'
import { amountText, priceSums, type Sum } from '#order/sums.ts'
import { ORDER_GREETING } from '#order/texts/purchase-text.ts'
import { Sums } from '#order/view/Sums.tsx'
import { paths } from '#paths.ts'
import { priceList } from '#product/price-list.ts'
import { CART_COLUMNS } from './CartPage.tsx'
import { SummaryBox } from './CartSummary.tsx'
import { CART_ROWS, CartRow, CartTable } from './CartTable.tsx'
import { priceCart } from './cart.ts'
import { EmptyCart } from './EmptyCart.tsx'
import type { ShownLine } from './removed-lines.ts'
import { subtotalLabel } from './words.ts'

export function CartFallback() {
  const chat = whatsAppUrl(ORDER_GREETING)
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
              <CartRow line={someLine()} />
            </template>
          </tbody>
        </CartTable>
        <SummaryBox
          sums={
            <Sums
              sums={priceSums({ total: 0 })}
              note={currencyNote}
              label={firstLabel}
              show={firstAmount}
            />
          }
        >
          <a data-cart="checkout" href={paths.checkout} className={buttonClass('primary')}>
            Proceed to Checkout
          </a>
          {chat && (
            <a
              data-cart="chat"
              href={chat}
              target="_blank"
              rel="noreferrer"
              className={buttonClass('secondary')}
            >
              Order on WhatsApp
            </a>
          )}
        </SummaryBox>
      </div>
    </>
  )
}

/** Any line, for the markup in the template. */
export function someLine(): ShownLine {
  const choices = priceList.map(({ id, sizes: [{ label }] }) => ({ id, size: label, quantity: 1 }))
  const [item] = priceCart(choices).items
  if (!item) throw new Error('src/content/price-list.json: nothing is on sale')
  return { item, isRemoved: false }
}

/** An amount that fill-cart.ts writes. */
export function firstAmount(sum: Sum) {
  return sum.name === 'shipping' ? amountText(sum) : <span data-cart="total">…</span>
}

function firstLabel({ name, label }: Sum) {
  return name === 'subtotal' ? <span data-cart="subtotal">{subtotalLabel(1)}</span> : label
}
