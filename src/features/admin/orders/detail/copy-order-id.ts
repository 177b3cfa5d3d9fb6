import { showToast } from '#ui/toast.ts'

/** Says that it is copied only once it is. Browsers refuse without a secure address or permission. */
export async function copyOrderId(id: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(id)
    showToast({ title: 'Order ID copied', description: 'Order ID copied to clipboard' })
  } catch {
    showToast({ title: 'Could not copy', description: `Please copy ${id} by hand.` })
  }
}
