import { offerUndo, undoOf } from '#admin/acts/offer-undo.ts'
import { useRowAct } from '#admin/acts/useRowAct.ts'
import { storedMarks } from '#admin/order/marks.ts'
import type { OrderInFull } from '#admin/order/orders.ts'
import { formatMoment } from '#kit/dates.ts'
import { Button } from '#kit/form/Button.tsx'

interface MarkedNoticeProps {
  found: OrderInFull
  /** Loads the order again. */
  onChange: () => Promise<void>
}

/** That sheets leave the order out, and that somebody guessed its phone. */
export function MarkedNotice({ found, onChange }: MarkedNoticeProps) {
  const { order, marks, manyTriesAt } = found
  const { isBusy, press } = useRowAct('Error releasing an order')
  const isLeftOut = storedMarks(marks).length > 0 && !order.booked

  const release = () =>
    press('release', { id: order.id }, async (result) => {
      if (result.ok) offerUndo('Order released', undoOf(result, onChange))
      await onChange()
    })

  return (
    <>
      {isLeftOut && (
        <section
          aria-labelledby="marked"
          className="grid justify-items-start gap-3 rounded-lg border border-amber p-4"
          data-no-print
        >
          <h2 id="marked" className="text-h3">
            Marked
          </h2>
          <p>Courier sheets leave this order out until you release it. Its marks say why.</p>
          <Button variant="secondary" isBusy={isBusy} onClick={release}>
            Release
          </Button>
        </section>
      )}
      {manyTriesAt && (
        <p className="rounded-lg border border-amber p-4" data-no-print>
          Somebody tried many phone numbers at this order on {formatMoment(manyTriesAt)}.
        </p>
      )}
    </>
  )
}
