import { currencyNote } from '#config/currency.ts'
import { buttonClass } from '#kit/form/Button.tsx'
import { priceSums, type Sum } from '#order/sums.ts'
import { printPurchase } from '#order/texts/purchase-text.ts'
import { Sums } from '#order/view/Sums.tsx'
import { paths } from '#paths.ts'
import type { PausedLine } from '#product/pauses.ts'
import { WhatsAppLink } from '#shop/contact/WhatsAppLink.tsx'
import { pausedText, TELL_ME } from '#shop/pauses/words.ts'
import type { Cart } from './cart.ts'
import { PairOffers } from './PairOffers.tsx'
import { pathWithCart } from './stored-cart.ts'

export interface CartSummaryProps {
  cart: Cart
  /** Why the backend would refuse this cart. */
  problem: string | undefined
  /** Lines that are not sold now. */
  paused: readonly PausedLine[]
}

export function CartSummary({ cart, problem, paused }: CartSummaryProps) {
  return (
    <section aria-labelledby="summary" className="grid gap-5 rounded-lg border border-line p-5">
      <h2 id="summary" className="text-h3">
        Order Summary
      </h2>
      <PairOffers items={cart.items} />
      <Sums sums={cartSums(cart)} note={currencyNote} />
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
      <p className="text-center text-muted">We Accept: Cash</p>
      <a href={paths.products} className={buttonClass('quiet')}>
        Continue Shopping
      </a>
    </section>
  )
}

/** In the place of the ways to order. */
function PausedNotice({
  paused,
  isWholeCart,
}: {
  paused: readonly PausedLine[]
  isWholeCart: boolean
}) {
  return (
    <>
      <div role="alert" className="grid gap-2">
        {paused.map(({ name, size, sentence }) => (
          <p key={`${name} ${size}`}>
            {name} ({size}). {sentence}
          </p>
        ))}
        {!isWholeCart && <p>Remove it to order the rest.</p>}
      </div>
      <WhatsAppLink text={pausedText(paused)} className={buttonClass('secondary')}>
        {TELL_ME}
      </WhatsAppLink>
    </>
  )
}

/** The subtotal names the number of lines. */
function cartSums({ items: { length }, total }: Cart): Sum[] {
  return priceSums({ total }).map((sum) =>
    sum.name === 'subtotal'
      ? { ...sum, label: `${sum.label} (${length} ${length === 1 ? 'item' : 'items'})` }
      : sum,
  )
}
