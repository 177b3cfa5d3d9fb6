import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { deleteOrder } from '#admin/order/orders.api.ts'
import { createSave } from '#admin/save.ts'
import { Button } from '#kit/form/Button.tsx'
import { useConfirm } from '#kit/form/ConfirmDialog.tsx'
import type { Refused } from '#kit/form/submit.ts'
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
  const [{ $submission, submit }] = useState(() => createSave('Error deleting an order'))
  const isDeleting = useStore($submission).state === 'sending'
  const [dialog, ask] = useConfirm()

  async function remove(): Promise<Refused | undefined> {
    const result = await deleteOrder(id, version)
    if (result.ok || result.code === 'not_found') {
      showToastOnNextPage({ title: 'Order deleted', description: `${id} is deleted for good.` })
      location.assign(paths.adminOrders)
      return undefined
    }
    showToast({ title: 'Not deleted', description: CHANGED, tone: 'destructive' })
    await onStale()
    return { sentence: CHANGED }
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
            onConfirm: () => void submit(remove),
          })
        }
        className="max-md:px-0!"
      >
        Delete this order for good
      </Button>
    </div>
  )
}
