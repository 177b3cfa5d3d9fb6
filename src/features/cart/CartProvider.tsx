import { createContext, type ReactNode } from 'react'
import { $cart, addToCart, clearCart, removeFromCart, setQuantity } from './cart.store.ts'

// One by one: a whole module as a value needs 200 bytes of help on three pages.
const cartStore = { $cart, addToCart, clearCart, removeFromCart, setQuantity }

/** Null outside a provider. Read it through `useCart`. */
export const CartContext = createContext<typeof cartStore | null>(null)

export function CartProvider({ children }: { children: ReactNode }) {
  return <CartContext value={cartStore}>{children}</CartContext>
}
