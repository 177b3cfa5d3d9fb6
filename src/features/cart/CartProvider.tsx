import { createContext, type ReactNode } from 'react'
import * as cartStore from './cart.store.ts'

/** Null outside a provider. Read it through `useCart`. */
export const CartContext = createContext<typeof cartStore | null>(null)

export function CartProvider({ children }: { children: ReactNode }) {
  return <CartContext value={cartStore}>{children}</CartContext>
}
