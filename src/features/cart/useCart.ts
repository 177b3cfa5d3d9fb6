import { useStore } from '@nanostores/react'
import { use } from 'react'
import { CartContext } from './CartProvider.tsx'
import { EMPTY_CART } from './cart.ts'

/** The cart of this device and its actions. Empty in the HTML of the build. */
export function useCart() {
  const store = use(CartContext)
  if (!store) throw new Error('useCart must be used within a CartProvider')
  const { $cart, ...actions } = store
  return { ...actions, cart: useStore($cart, { ssr: () => EMPTY_CART }) }
}
