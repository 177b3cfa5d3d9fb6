import { useStore } from '@nanostores/react'
import { createContext, type ReactNode, use } from 'react'
import { $cart, addToCart, clearCart, removeFromCart, setQuantity } from './cart.store.ts'
import { EMPTY_CART } from './cart.ts'

// Not `import *`: a module namespace as a value needs 200 bytes of helper code on three pages.
const cartStore = { $cart, addToCart, clearCart, removeFromCart, setQuantity }

const CartContext = createContext<typeof cartStore | null>(null)

export function CartProvider({ children }: { children: ReactNode }) {
  return <CartContext value={cartStore}>{children}</CartContext>
}

/** The cart of this device and its actions. Empty in the HTML of the build. */
export function useCart() {
  const store = use(CartContext)
  if (!store) throw new Error('useCart must be used within a CartProvider')
  const { $cart, ...actions } = store
  return { ...actions, cart: useStore($cart, { ssr: () => EMPTY_CART }) }
}
