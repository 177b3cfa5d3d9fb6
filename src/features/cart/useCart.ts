import { useStore } from '@nanostores/react'
import { use } from 'react'
import { CartContext } from './CartProvider.tsx'
import type * as cartStore from './cart.store.ts'
import { type Cart, EMPTY_CART } from './cart.ts'

type CartActions = Pick<
  typeof cartStore,
  'addToCart' | 'setQuantity' | 'removeFromCart' | 'clearCart'
>

/** The cart of this device and what may happen to it. In the printed HTML it is empty. */
export function useCart(): { cart: Cart } & CartActions {
  const store = use(CartContext)
  if (!store) throw new Error('useCart must be used within a CartProvider')
  return { ...store, cart: useStore(store.$cart, { ssr: () => EMPTY_CART }) }
}
