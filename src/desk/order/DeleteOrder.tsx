import { sayChanged } from '#admin/acts/offer-undo.ts'
import { useConfirm } from '#admin/kit/ConfirmDialog.tsx'
import { useRowAct } from '#desk/acts/useRowAct.ts'
import { Button } from '#kit/form/Button.tsx'
import { showToastOnNextPage } from '#kit/toast/toast.store.ts'
import type { Order } from '#order/order.ts'
import { paths } from '#paths.ts'

interface DeleteOrderProps {
  order: Order
  /** Loads the order again. */
  onChange: () => Promise<void>
}

/** For a cancelled order that was never booked. */
export function DeleteOrder({ order: { id, version }, onChange }: DeleteOrderProps) {
  const { isBusy, press } = useRowAct('Error deleting an order')
  const [dialog, ask] = useConfirm()
  const onConfirm = () =>
    press('delete', { id, version }, async ({ ok }) => {
      if (!ok) {
        sayChanged('Not deleted')
        return onChange()
      }
      showToastOnNextPage({ title: 'Order deleted', description: `${id} is deleted for good.` })
      location.assign(paths.adminOrders)
    })
  return (
    <>
      {dialog}
      <Button
        variant="quiet"
        isBusy={isBusy}
        onClick={() =>
          ask({
            title: `Delete order ${id} for good?`,
            children: <p>Name, address, phone and notes go with it. This cannot be undone.</p>,
            action: 'Delete for good',
            onConfirm,
          })
        }
      >
        Delete this order for good
      </Button>
    </>
  )
}
