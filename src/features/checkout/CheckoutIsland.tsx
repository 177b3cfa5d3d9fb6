import { CartProvider } from '#features/cart/CartProvider.tsx'
import { IslandBoundary } from '#ui/IslandBoundary.tsx'
import { CheckoutPage } from './CheckoutPage.tsx'

export function CheckoutIsland() {
  return (
    <IslandBoundary>
      <CartProvider>
        <CheckoutPage />
      </CartProvider>
    </IslandBoundary>
  )
}
