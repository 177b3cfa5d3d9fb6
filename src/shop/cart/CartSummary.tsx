import type { ReactNode } from 'react'
import { currencyNote } from '#config/currency.ts'
import { buttonClass } from '#kit/form/Button.tsx'
import { priceSums, type Sum } from '#order/sums.ts'
import { formatPurchase } from '#order/texts/purchase-text.ts'
import { Sums } from '#order/view/Sums.tsx'
import { paths } from '#paths.ts'
import { WhatsAppLink } from '#shop/contact/WhatsAppLink.tsx'
import { usePausedLines } from '#shop/pauses/usePauses.ts'
import { pathWithCart } from './cart.store.ts'
import type { Cart } from './cart.ts'
import { PausedNotice } from './PausedNotice.tsx'
import { PayAtTheDoor } from './PayAtTheDoor.tsx'
import { subtotalLabel } from './words.ts'

interface CartSummaryProps {
  cart: Cart
  /** Why the backend would refuse this cart. */
  problem: string | undefined
}

export function CartSummary({ cart, problem }: CartSummaryProps) {
  const paused = usePausedLines(cart.items)
  return (
    <SummaryBox
      sums={<Sums sums={cartSums(cart)} note={currencyNote} />}
      isPaused={paused.length > 0}
    >
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
          <WhatsAppLink text={formatPurchase(cart)} className={buttonClass('secondary')}>
            Order on WhatsApp
          </WhatsAppLink>
        </>
      )}
    </SummaryBox>
  )
}

interface SummaryBoxProps {
  sums: ReactNode
  /** No day is promised for what cannot be ordered. */
  isPaused?: boolean
  children: ReactNode
}

/** The frame of the summary. CartFallback.tsx shows it before React. */
export function SummaryBox({ sums, isPaused = false, children }: SummaryBoxProps) {
  return (
    <section aria-labelledby="summary" className="grid gap-5 rounded-lg border border-line p-5">
      <h2 id="summary" className="text-h3">
        Order Summary
      </h2>
      {sums}
      {!isPaused && <PayAtTheDoor />}
      {children}
      <p className="text-center text-muted">We Accept: Cash</p>
      <a href={paths.products} className={buttonClass('quiet')}>
        Continue Shopping
      </a>
    </section>
  )
}

function cartSums({ items, total }: Cart): Sum[] {
  return priceSums({ total }).map((sum) =>
    sum.name === 'subtotal' ? { ...sum, label: subtotalLabel(items.length) } : sum,
  )
}
