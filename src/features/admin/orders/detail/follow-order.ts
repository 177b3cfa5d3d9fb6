import { paths } from '#paths.ts'
import { showToastOnNextPage } from '#ui/toast.ts'
import type { OrderDetailStore } from './order-detail.store.ts'

/** Leaves for the list where there is no such order, and looks again when the owner comes back. */
export function followOrder({ $detail, refresh }: OrderDetailStore, orderId: string): () => void {
  const unbind = $detail.listen(({ state }) => {
    if (state !== 'missing') return
    showToastOnNextPage({
      title: 'Order not found',
      description: `No order found with ID ${orderId}`,
      tone: 'destructive',
    })
    location.replace(paths.adminOrders)
  })
  const refreshIfVisible = () => void (document.visibilityState === 'visible' && refresh())
  document.addEventListener('visibilitychange', refreshIfVisible)
  return () => {
    unbind()
    document.removeEventListener('visibilitychange', refreshIfVisible)
  }
}
