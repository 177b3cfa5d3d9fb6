import { useStore } from '@nanostores/react'
import { createContext, type ReactNode, use } from 'react'
import { $cart, $lines, clearCart, removeFromCart, setQuantity } from './cart.store.ts'
import { EMPTY_CART } from './cart.ts'
import type { ShownLine } from './removed-lines.ts'
import { addToCart } from './stored-cart.ts'

// Not `import *`: a module namespace as a value needs 200 bytes of helper code on three pages.
const cartStore = { $cart, $lines, addToCart, clearCart, removeFromCart, setQuantity }

const NO_LINES: ShownLine[] = []

const CartContext = createContext<typeof cartStore | null>(null)

export function CartProvider({ children }: { children: ReactNode }) {
  return <CartContext value={cartStore}>{children}</CartContext>
}

/** The cart of this device and its actions. Empty in the HTML of the build. */
export function useCart() {
  const store = use(CartContext)
  if (!store) throw new Error('useCart must be used within a CartProvider')
  const { $cart, $lines, ...actions } = store
  const cart = useStore($cart, { ssr: () => EMPTY_CART })
  return { ...actions, cart, lines: useStore($lines, { ssr: () => NO_LINES }) }
}
