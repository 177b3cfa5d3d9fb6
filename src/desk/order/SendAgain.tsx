import { useUndoableAct } from '#desk/acts/useRowAct.ts'
import { Button, type ButtonVariant } from '#kit/form/Button.tsx'
import type { Order } from '#order/order.ts'

interface SendAgainProps {
  order: Order
  variant: ButtonVariant
  /** Loads the order again. */
  onChange: () => Promise<void>
}

/** For an order whose parcel came back, or is lost: it becomes pending, and its next booking makes another parcel. */
export function SendAgain({ order, variant, onChange }: SendAgainProps) {
  const { isBusy, press } = useUndoableAct('Error sending an order again', onChange)
  const { id, version } = order
  const row = { id, version, status: 'pending', courier: null, trackingNumber: null }
  return (
    <Button
      variant={variant}
      isBusy={isBusy}
      onClick={() => press('book', row, `Order ${id} can be booked again`)}
    >
      Send again
    </Button>
  )
}
