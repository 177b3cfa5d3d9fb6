import { useStore } from '@nanostores/react'
import { createContext, type ReactNode, use, useEffect } from 'react'
import { $cart } from './cart.store.ts'
import { EMPTY_CART } from './cart.ts'
import { $lines, dropOffSale } from './change-cart.store.ts'
import type { ShownLine } from './removed-lines.ts'

const cartStore = { $cart, $lines }

const NO_LINES: ShownLine[] = []

const CartContext = createContext<typeof cartStore | null>(null)

export function CartProvider({ children }: { children: ReactNode }) {
  useEffect(() => dropOffSale(), [])
  return <CartContext value={cartStore}>{children}</CartContext>
}

/** The cart of this device. Empty in the HTML of the build. */
export function useCart() {
  const store = use(CartContext)
  if (!store) throw new Error('useCart must be used within a CartProvider')
  return {
    cart: useStore(store.$cart, { ssr: () => EMPTY_CART }),
    lines: useStore(store.$lines, { ssr: () => NO_LINES }),
  }
}
