import { useState } from 'react'
import { deleteOrder } from '#admin/order/orders.api.ts'
import { saveOrSay } from '#admin/save-or-say.ts'
import { Button } from '#kit/form/Button.tsx'
import { useConfirm } from '#kit/form/ConfirmDialog.tsx'
import { showToast, showToastOnNextPage } from '#kit/toast/toast.ts'
import type { Order } from '#order/order.ts'
import { paths } from '#paths.ts'

const CHANGED = 'The order changed meanwhile. The page shows it as it is now.'

interface DeleteOrderProps {
  order: Order
  /** Loads the order again. */
  onStale: () => Promise<void>
}

/** For a cancelled order that was never booked. */
export function DeleteOrder({ order: { id, version }, onStale }: DeleteOrderProps) {
  const [isDeleting, setIsDeleting] = useState(false)
  const [dialog, ask] = useConfirm()

  async function remove(): Promise<void> {
    setIsDeleting(true)
    const result = await saveOrSay(() => deleteOrder(id, version), 'Error deleting an order')
    setIsDeleting(false)
    if (!result) return
    if (result.ok || result.code === 'not_found') {
      showToastOnNextPage({ title: 'Order deleted', description: `${id} is deleted for good.` })
      location.assign(paths.adminOrders)
      return
    }
    showToast({ title: 'Not deleted', description: CHANGED, tone: 'destructive' })
    await onStale()
  }

  return (
    <div data-no-print>
      {dialog}
      <Button
        variant="quiet"
        isBusy={isDeleting}
        onClick={() =>
          ask({
            title: 'Delete this order for good?',
            children: <p>Name, address, phone and notes go with it. This cannot be undone.</p>,
            action: 'Delete for good',
            onConfirm: () => void remove(),
          })
        }
        className="max-md:px-0!"
      >
        Delete this order for good
      </Button>
    </div>
  )
}
