import { IslandBoundary } from '#ui/IslandBoundary.tsx'
import { CartPage } from './CartPage.tsx'
import { CartProvider } from './CartProvider.tsx'

export function CartIsland() {
  return (
    <IslandBoundary>
      <CartProvider>
        <CartPage />
      </CartProvider>
    </IslandBoundary>
  )
}
