import { buttonClass } from '#kit/form/Button.tsx'
import { limitProblem, lineKey } from '#order/order-lines.ts'
import { amountText, priceSums } from '#order/sums.ts'
import { paths } from '#paths.ts'
import { CartLine } from '#shop/cart/CartLine.tsx'
import { useCart } from '#shop/cart/CartProvider.tsx'
import { pathWithCart } from '#shop/cart/cart.store.ts'
import { EmptyCart } from '#shop/cart/EmptyCart.tsx'
import { PausedNotice } from '#shop/cart/PausedNotice.tsx'
import { PayAtTheDoor } from '#shop/cart/PayAtTheDoor.tsx'
import { StorageNotice } from '#shop/cart/StorageNotice.tsx'
import { usePausedLines } from '#shop/pauses/usePauses.ts'

/** What is in the drawer: the lines above, what they come to and the ways on below. */
export function DrawerCart() {
  const { cart, lines } = useCart()
  const { items, total } = cart
  const paused = usePausedLines(items)
  const isEmpty = items.length === 0
  return (
    <>
      <div className="min-h-32 flex-1 overflow-y-auto px-gutter">
        {isEmpty ? (
          <EmptyCart removed={lines} />
        ) : (
          <ul aria-label="Items" className="divide-y divide-line">
            {lines.map((line) => (
              <CartLine key={lineKey(line.item)} line={line} isOfferedAhead />
            ))}
          </ul>
        )}
      </div>
      <div className="border-t border-line px-gutter pt-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
        <p role="alert" className="text-danger empty:hidden not-empty:mb-3">
          {limitProblem(items) ?? ''}
        </p>
        <div className="grid gap-1">
          {priceSums({ total })
            .filter(({ name }) => name !== 'subtotal')
            .map((sum) => (
              <p
                key={sum.name}
                className={`flex justify-between ${sum.name === 'total' ? 'text-lg font-semibold' : 'text-muted'}`}
              >
                <span>{sum.label}</span>
                <output
                  translate={sum.name === 'total' ? 'no' : undefined}
                  className="tabular-nums"
                >
                  {amountText(sum)}
                </output>
              </p>
            ))}
        </div>
        {!isEmpty && paused.length === 0 && <PayAtTheDoor />}
        <StorageNotice items={items} className="mt-4" />
        <div className="grid gap-3 not-empty:mt-4">
          {paused.length > 0 && (
            <PausedNotice paused={paused} isWholeCart={paused.length === items.length} />
          )}
        </div>
        <div className="mt-4 flex flex-wrap gap-3 *:flex-1">
          <a href={pathWithCart(paths.cart)} className={buttonClass('secondary')}>
            View Cart
          </a>
          {!isEmpty && paused.length === 0 && (
            <a href={pathWithCart(paths.checkout)} className={buttonClass('primary')}>
              Checkout
            </a>
          )}
        </div>
      </div>
    </>
  )
}
