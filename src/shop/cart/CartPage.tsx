import { useEffect } from 'react'
import { staticIsland } from '#kit/island/island.tsx'
import { limitProblem, lineKey } from '#order/order-lines.ts'
import { askPauses } from '#shop/pauses/pauses.store.ts'
import { CartProvider, useCart } from './CartProvider.tsx'
import { CartSummary } from './CartSummary.tsx'
import { CART_ROWS, CartRow, CartTable } from './CartTable.tsx'
import { EmptyCart } from './EmptyCart.tsx'
import { OrderAgainNotice } from './OrderAgainNotice.tsx'
import { StorageNotice } from './StorageNotice.tsx'

/** Takes the place of CartFallback.tsx. */
export const CartPage = staticIsland(() => (
  <CartProvider>
    <CartOfDevice />
  </CartProvider>
))

function CartOfDevice() {
  const { cart, lines } = useCart()
  useEffect(askPauses, [])

  return (
    <>
      <h1 className="text-h1">Shopping Cart</h1>
      <OrderAgainNotice />
      <StorageNotice items={cart.items} className="mt-8" />
      {cart.items.length === 0 ? (
        <EmptyCart removed={lines} />
      ) : (
        <div className={CART_COLUMNS}>
          <CartTable>
            <tbody className={CART_ROWS}>
              {lines.map((line) => (
                <CartRow key={lineKey(line.item)} line={line} />
              ))}
            </tbody>
          </CartTable>
          <CartSummary cart={cart} problem={limitProblem(cart.items)} />
        </div>
      )}
    </>
  )
}

export const CART_COLUMNS = 'mt-8 grid gap-10 lg:grid-cols-[1fr_22rem] lg:items-start'
