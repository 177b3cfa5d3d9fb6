import { currencyNote } from '#config/currency.ts'
import { buttonClass } from '#kit/form/Button.tsx'
import { priceSums, type Sum } from '#order/sums.ts'
import { printPurchase } from '#order/texts/purchase-text.ts'
import { Sums } from '#order/view/Sums.tsx'
import { paths } from '#paths.ts'
import { WhatsAppLink } from '#shop/contact/WhatsAppLink.tsx'
import { usePausedLines } from '#shop/pauses/usePauses.ts'
import { pathWithCart } from './cart.store.ts'
import type { Cart } from './cart.ts'
import { PausedNotice } from './PausedNotice.tsx'
import { PayAtTheDoor } from './PayAtTheDoor.tsx'
import { subtotalLabel } from './words.ts'

export interface CartSummaryProps {
  cart: Cart
  /** Why the backend would refuse this cart. */
  problem: string | undefined
}

export function CartSummary({ cart, problem }: CartSummaryProps) {
  const paused = usePausedLines(cart.items)
  return (
    <section aria-labelledby="summary" className={SUMMARY}>
      <h2 id="summary" className="text-h3">
        Order Summary
      </h2>
      <Sums sums={cartSums(cart)} note={currencyNote} />
      <PayAtTheDoor />
      {problem && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      {paused.length > 0 ? (
        <PausedNotice paused={paused} isWholeCart={paused.length === cart.items.length} />
      ) : (
        <>
          <a href={pathWithCart(paths.checkout)} className={buttonClass('primary')}>
            Proceed to Checkout
          </a>
          <WhatsAppLink text={printPurchase(cart)} className={buttonClass('secondary')}>
            Order on WhatsApp
          </WhatsAppLink>
        </>
      )}
      <SummaryFoot />
    </section>
  )
}

export const SUMMARY = 'grid gap-5 rounded-lg border border-line p-5'

export function SummaryFoot() {
  return (
    <>
      <p className="text-center text-muted">We Accept: Cash</p>
      <a href={paths.products} className={buttonClass('quiet')}>
        Continue Shopping
      </a>
    </>
  )
}

function cartSums({ items, total }: Cart): Sum[] {
  return priceSums({ total }).map((sum) =>
    sum.name === 'subtotal' ? { ...sum, label: subtotalLabel(items.length) } : sum,
  )
}
