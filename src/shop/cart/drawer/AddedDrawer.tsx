import { lazy, useEffect } from 'react'
import { LatePart } from '#kit/island/LatePart.tsx'
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
    <LatePart missing={<SaidByToast toast={added} />}>
      <CartDrawer added={added} />
    </LatePart>
  )
}

function SaidByToast({ toast }: { toast: Toast }) {
  useEffect(() => {
    showToast(toast)
  }, [toast])
  return null
}
