import { useStore } from '@nanostores/react'
import { staticIsland } from '#kit/island/island.tsx'
import { lineKey } from '#order/order-lines.ts'
import { priceSums } from '#order/sums.ts'
import { Sums } from '#order/view/Sums.tsx'
import { CartLine } from '#shop/cart/CartLine.tsx'
import { EmptyCart } from '#shop/cart/EmptyCart.tsx'
import { $isSent, $shownCart, $shownLines } from './shown-cart.store.ts'

/**
 * Takes the place of CheckoutSummaryFallback.tsx. Quantities can be changed and lines removed, except while the order is
 * placed.
 */
export const CheckoutSummary = staticIsland(() => {
  const cart = useStore($shownCart)
  const lines = useStore($shownLines)
  const isSent = useStore($isSent)
  if (cart.items.length === 0) return lines.length > 0 && <EmptyCart removed={lines} />
  return (
    <>
      <fieldset disabled={isSent}>
        <legend className="sr-only">Items</legend>
        <ul className={SUMMARY_LINES}>
          {lines.map((line) => (
            <CartLine key={lineKey(line.item)} line={line} />
          ))}
        </ul>
      </fieldset>
      <Sums sums={priceSums(cart)} />
    </>
  )
})

export const SUMMARY_LINES = '-mt-4 mb-4 divide-y divide-line'
