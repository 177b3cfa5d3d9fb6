/* What is done once with a whole order, after a question. A second admin may have done something else meanwhile. */
import { sayChanged } from '#admin/acts/offer-undo.ts'
import { useRowAct } from '#admin/acts/useRowAct.ts'
import { Button } from '#kit/form/Button.tsx'
import { useConfirm } from '#kit/form/ConfirmDialog.tsx'
import { showToast, showToastOnNextPage } from '#kit/toast/toast.store.ts'
import type { Order } from '#order/order.ts'
import { paths } from '#paths.ts'

interface ActProps {
  order: Order
  /** Loads the order again. */
  onChange: () => Promise<void>
}

/** For a cancelled order that was never booked. */
export function DeleteOrder({ order: { id, version }, onChange }: ActProps) {
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
    <div data-no-print>
      {dialog}
      <Button
        variant="quiet"
        className="max-md:px-0!"
        isBusy={isBusy}
        onClick={() =>
          ask({
            title: 'Delete this order for good?',
            children: <p>Name, address, phone and notes go with it. This cannot be undone.</p>,
            action: 'Delete for good',
            onConfirm,
          })
        }
      >
        Delete this order for good
      </Button>
    </div>
  )
}

/** For an order whose parcel came back, or is lost: it is booked as one without courier and number. */
export function SendAgain({ order: { id, version }, onChange }: ActProps) {
  const { isBusy, press } = useRowAct('Error sending an order again')
  const [dialog, ask] = useConfirm()
  const row = { id, version, status: 'pending', courier: null, trackingNumber: null }
  const onConfirm = () =>
    press('book', row, async ({ ok }) => {
      if (ok) showToast({ title: 'Order open again', description: `${id} can be booked again.` })
      else sayChanged('Not changed')
      await onChange()
    })
  return (
    <div data-no-print>
      {dialog}
      <Button
        variant="secondary"
        isBusy={isBusy}
        onClick={() =>
          ask({
            title: 'Send this order again?',
            children: (
              <p>
                It becomes pending again, without courier, number and outcome. Its next booking
                makes another parcel; this one stays listed.
              </p>
            ),
            action: 'Send again',
            onConfirm,
          })
        }
      >
        Send again
      </Button>
    </div>
  )
}
