import { useEffect, useLayoutEffect, useRef } from 'react'
import { buttonClass } from '#kit/form/Button.tsx'
import type { Toast } from '#kit/toast/toast.store.ts'
import { CloseIcon } from '#kit/view/icons.tsx'
import { limitProblem } from '#order/order-lines.ts'
import { amountText, priceSums } from '#order/sums.ts'
import { paths } from '#paths.ts'
import { usePausedLines } from '#shop/pauses/usePauses.ts'
import { CartLine } from '../CartLine.tsx'
import { CartProvider, useCart } from '../CartProvider.tsx'
import { pathWithCart } from '../cart.store.ts'
import { PairOffers } from '../PairOffers.tsx'
import { PausedNotice } from '../PausedNotice.tsx'
import { StorageNotice } from '../StorageNotice.tsx'

interface CartDrawerProps {
  /** What was just added. Each new one opens the drawer. */
  added: Toast
}

/** The cart beside the page. A modal dialog, so Esc, the focus and the inert page come with it. */
export function CartDrawer({ added }: CartDrawerProps) {
  const drawer = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new `added` opens it.
  useLayoutEffect(() => {
    // A page that is inert announces no toast: the drawer says what was added (docs/product.md, rule 1.20).
    drawer.current?.showModal()
    heading.current?.focus()
  }, [added])

  useEffect(() => {
    const close = () => drawer.current?.close()
    // Coming back to this page must not find the cart open still.
    addEventListener('pagehide', close)
    return () => removeEventListener('pagehide', close)
  }, [])

  return (
    <dialog
      ref={drawer}
      closedby="any"
      aria-labelledby="cart-drawer-title"
      aria-describedby="cart-drawer-added"
      className="m-0 ms-auto h-dvh max-h-none w-full max-w-md animate-arrive overflow-y-auto bg-paper text-ink backdrop:bg-backdrop"
    >
      <div className="flex h-full flex-col">
        <div className="flex min-h-16 items-center justify-between border-b border-line px-gutter">
          <h2 ref={heading} id="cart-drawer-title" tabIndex={-1} className="text-h3">
            Your cart
          </h2>
          <button
            type="button"
            aria-label="Close cart"
            onClick={() => drawer.current?.close()}
            className="-me-2 grid size-touch place-items-center rounded-md hover:bg-sand"
          >
            <CloseIcon />
          </button>
        </div>
        <p id="cart-drawer-added" role="status" className="bg-sand px-gutter py-2">
          {added.description}
        </p>
        <CartProvider>
          <DrawerCart />
        </CartProvider>
      </div>
    </dialog>
  )
}

/** The lines with what can be done about them. */
function DrawerCart() {
  const { cart, lines } = useCart()
  const { items, total } = cart
  const paused = usePausedLines(items)
  const isEmpty = items.length === 0
  return (
    <>
      <div className="min-h-32 flex-1 overflow-y-auto px-gutter">
        {lines.length > 0 && (
          <ul aria-label="Items" className="divide-y divide-line">
            {lines.map((line) => (
              <CartLine key={`${line.item.id} ${line.item.size}`} line={line} />
            ))}
          </ul>
        )}
        {isEmpty && (
          <p className="py-section text-center font-heading text-h3">Your cart is empty</p>
        )}
        <PairOffers items={items} />
      </div>
      <div className="border-t border-line px-gutter pt-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
        <p role="alert" className="text-danger empty:hidden not-empty:mb-3">
          {limitProblem(items)}
        </p>
        <div className="grid gap-1">
          {priceSums({ total })
            .slice(1)
            .map((sum) => (
              <p
                key={sum.name}
                className={`flex justify-between ${sum.name === 'total' ? 'text-lg font-semibold' : 'text-muted'}`}
              >
                <span>{sum.label}</span>
                <output className="tabular-nums">{amountText(sum)}</output>
              </p>
            ))}
        </div>
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
