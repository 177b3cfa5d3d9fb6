import { useEffect, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { buttonClass } from '#kit/form/Button.tsx'
import { IslandBoundary } from '#kit/island/IslandBoundary.tsx'
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

const root = createRoot(document.body.appendChild(document.createElement('div')))
let opened = 0

/** Shows the cart beside the page. It is open when this returns. */
export function openCartDrawer(): void {
  opened += 1
  flushSync(() => {
    root.render(
      <IslandBoundary>
        <CartProvider>
          <CartDrawer opened={opened} />
        </CartProvider>
      </IslandBoundary>,
    )
  })
}

interface CartDrawerProps {
  /** How often it was opened. Each new number opens it. */
  opened: number
}

/** The cart beside the page. A modal dialog, so Esc, the focus and the inert page come with it. */
function CartDrawer({ opened }: CartDrawerProps) {
  const { cart, lines } = useCart()
  const { items, total } = cart
  const paused = usePausedLines(items)
  const drawer = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const notices = useRef<HTMLDivElement>(null)
  const isEmpty = items.length === 0

  // Everything outside a modal dialog is silent, live regions as well: while it is open the
  // notifications are in it.
  useLayoutEffect(() => {
    if (opened === 0) return
    notices.current?.append(notifications())
    drawer.current?.showModal()
    heading.current?.focus()
  }, [opened])

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
      onClose={() => document.body.append(notifications())}
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
        <div
          ref={notices}
          className="px-gutter not-has-data-toast:hidden has-data-toast:pb-4 *:static! *:w-auto! *:max-w-none! *:[translate:none]!"
        />
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
      </div>
    </dialog>
  )
}

function notifications(): Element {
  const section = document.querySelector('[data-notifications]')
  if (!section) throw new Error('The page has no notifications')
  return section
}
