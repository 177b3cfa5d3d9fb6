import { useEffect, useLayoutEffect } from 'react'
import { buttonClass } from '#kit/form/Button.tsx'
import { staticIsland } from '#kit/island/island.tsx'
import { EmptyState } from '#kit/list/EmptyState.tsx'
import { limitProblem } from '#order/order-lines.ts'
import { paths } from '#paths.ts'
import { askPauses } from '#shop/pauses/pauses.store.ts'
import { CartProvider, useCart } from './CartProvider.tsx'
import { CartSummary } from './CartSummary.tsx'
import { CartTable } from './CartTable.tsx'
import { takeCartFromUrl } from './cart-in-url.ts'
import { OrderAgainNotice } from './OrderAgainNotice.tsx'
import { StorageNotice } from './StorageNotice.tsx'

export const CartPage = staticIsland(() => (
  <CartProvider>
    <CartOfDevice />
  </CartProvider>
))

function CartOfDevice() {
  const { cart, lines } = useCart()
  // Before the first paint, which would show the cart without it.
  useLayoutEffect(() => takeCartFromUrl(), [])
  useEffect(askPauses, [])

  return (
    <>
      <h1 className="text-h1">Shopping Cart</h1>
      <OrderAgainNotice />
      <StorageNotice items={cart.items} className="mt-8" />
      <div
        className={`mt-8 grid gap-10 ${
          lines.length > 0 ? 'lg:grid-cols-[1fr_22rem] lg:items-start' : ''
        }`}
      >
        {lines.length > 0 && <CartTable lines={lines} />}
        {cart.items.length > 0 ? (
          <CartSummary cart={cart} problem={limitProblem(cart.items)} />
        ) : (
          <EmptyState title="Your cart is empty">
            <a href={paths.products} className={buttonClass('primary')}>
              Continue Shopping
            </a>
            <a href={paths.findOrder} className={buttonClass('quiet')}>
              Find an order
            </a>
          </EmptyState>
        )}
      </div>
    </>
  )
}
