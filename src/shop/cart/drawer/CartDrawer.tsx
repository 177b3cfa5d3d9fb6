import { useEffect, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { IslandBoundary } from '#kit/island/IslandBoundary.tsx'
import { CloseIcon } from '#kit/view/icons.tsx'
import { CartProvider } from '../CartProvider.tsx'
import { DrawerCart } from './DrawerCart.tsx'

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
  const drawer = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const notices = useRef<HTMLDivElement>(null)

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
        <div
          ref={notices}
          className="px-gutter not-has-data-toast:hidden has-data-toast:pb-4 *:static! *:w-auto! *:max-w-none! *:[translate:none]!"
        />
        <DrawerCart />
      </div>
    </dialog>
  )
}

function notifications(): Element {
  const section = document.querySelector('[data-notifications]')
  if (!section) throw new Error('The page has no notifications')
  return section
}
