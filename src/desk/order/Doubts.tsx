import type { OrderWithHistory } from '#admin/order-page/order-with-history.ts'
import { type OrderMark, storedMarks } from '#admin/orders/marks/marks.ts'
import { OrderMarks } from '#admin/orders/marks/OrderMarks.tsx'
import { useUndoableAct } from '#desk/acts/useRowAct.ts'
import { formatMoment } from '#kit/dates.ts'
import { Button } from '#kit/form/Button.tsx'

/** Said with more: that its customer cancelled it by the sentence of its stage, and when phones were tried here. */
const SAID: readonly OrderMark[] = ['customer_cancelled', 'many_wrong_finds']

interface DoubtsProps {
  found: OrderWithHistory
  /** Loads the order again. */
  onChange: () => Promise<void>
}

/** What is worth a look before the order is sent. Above a limit it stays until an admin releases it. */
export function Doubts({ found: { order, marks, manyTriesAt }, onChange }: DoubtsProps) {
  const { isBusy, press } = useUndoableAct('Error releasing an order', onChange)
  const isLeftOut = storedMarks(marks).length > 0 && !order.booked
  return (
    <div className="grid justify-items-start gap-2 empty:hidden" data-no-print>
      <OrderMarks marks={marks.filter((mark) => !SAID.includes(mark))} to={order.shippingAddress}>
        {manyTriesAt && (
          <li>Somebody tried many phone numbers at this order on {formatMoment(manyTriesAt)}.</li>
        )}
      </OrderMarks>
      {isLeftOut && (
        <Button
          isBusy={isBusy}
          onClick={() => press('release', { id: order.id }, `Order ${order.id} released`)}
        >
          Release
        </Button>
      )}
    </div>
  )
}
