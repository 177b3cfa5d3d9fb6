import { useEffect, useLayoutEffect, useRef } from 'react'
import { isBeside } from '#kit/form/is-beside.ts'
import type { Toast } from '#kit/toast/toast.store.ts'
import { CloseIcon } from '#kit/view/icons.tsx'
import { CartProvider } from '#shop/cart/CartProvider.tsx'
import { DrawerCart } from './DrawerCart.tsx'

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
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it.
    <dialog
      ref={drawer}
      onClick={(event) => {
        if (isBeside(event)) event.currentTarget.close()
      }}
      aria-labelledby="cart-drawer-title"
      aria-describedby="cart-drawer-added"
      className="m-0 ms-auto h-dvh max-h-none w-full max-w-md animate-arrive-ignoring overflow-y-auto bg-paper text-ink backdrop:bg-backdrop"
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
