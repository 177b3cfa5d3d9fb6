import { useLayoutEffect, useRef } from 'react'
import { paths } from '#paths.ts'
import { buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { staticIsland } from '#ui/island.tsx'
import { CartProvider, useCart } from './CartProvider.tsx'
import { CartSummary } from './CartSummary.tsx'
import { CartTable } from './CartTable.tsx'
import { cartProblem } from './cart.ts'
import { takeCartFromUrl } from './cart-in-url.ts'
import { StorageNotice } from './StorageNotice.tsx'

export const CartPage = staticIsland(() => (
  <CartProvider>
    <CartOfDevice />
  </CartProvider>
))

function CartOfDevice() {
  const { cart, removeFromCart, setQuantity } = useCart()
  const heading = useRef<HTMLHeadingElement>(null)
  // Before the first paint, which would show the cart without it.
  useLayoutEffect(() => takeCartFromUrl(), [])

  // The focused button is removed with its row; the focus goes to the heading.
  function remove(id: string, size: string): void {
    removeFromCart(id, size)
    heading.current?.focus()
  }

  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-h1">
        Shopping Cart
      </h1>
      <StorageNotice items={cart.items} className="mt-8" />
      {cart.items.length === 0 ? (
        <EmptyState title="Your cart is empty">
          <a href={paths.products} className={buttonClass('primary')}>
            Continue Shopping
          </a>
          <a href={paths.findOrder} className={buttonClass('quiet')}>
            Find an order
          </a>
        </EmptyState>
      ) : (
        <div className="mt-8 grid gap-10 lg:grid-cols-[1fr_22rem] lg:items-start">
          <CartTable cart={cart} onQuantity={setQuantity} onRemove={remove} />
          <CartSummary cart={cart} problem={cartProblem(cart)} />
        </div>
      )}
    </>
  )
}
