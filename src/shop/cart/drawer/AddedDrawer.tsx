import { lazy, Suspense, useEffect } from 'react'
import { IslandBoundary } from '#kit/island/IslandBoundary.tsx'
import { showToast, type Toast } from '#kit/toast/toast.store.ts'

const CartDrawer = lazy(async () => {
  const { CartDrawer } = await import('./CartDrawer.tsx')
  return { default: CartDrawer }
})

/**
 * Opens the drawer, which says what was added, at each new `added`. Its code is loaded with the first one. Where that
 * fails, a toast says the same.
 */
export function AddedDrawer({ added }: { added: Toast | undefined }) {
  if (!added) return null
  return (
    <IslandBoundary instead={<SaidByToast toast={added} />}>
      <Suspense>
        <CartDrawer added={added} />
      </Suspense>
    </IslandBoundary>
  )
}

function SaidByToast({ toast }: { toast: Toast }) {
  useEffect(() => {
    showToast(toast)
  }, [toast])
  return null
}
