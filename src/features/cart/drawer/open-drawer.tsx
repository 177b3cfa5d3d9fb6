import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { IslandBoundary } from '#ui/IslandBoundary.tsx'
import { CartDrawer } from './CartDrawer.tsx'

const root = createRoot(document.body.appendChild(document.createElement('div')))
let opened = 0

/** Shows the cart beside the page. It is open when this returns. */
export function openCartDrawer(): void {
  opened += 1
  flushSync(() => {
    root.render(
      <IslandBoundary>
        <CartDrawer opened={opened} />
      </IslandBoundary>,
    )
  })
}
