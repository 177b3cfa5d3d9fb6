import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { sendAct } from '#admin/acts/acts.api.ts'
import { offerUndo } from '#admin/acts/offer-undo.ts'
import { storedMarks } from '#admin/order/marks.ts'
import type { OrderInFull } from '#admin/order/orders.ts'
import { createSave } from '#admin/save.ts'
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
  const [{ $submission, submit }] = useState(() => createSave('Error releasing an order'))
  const isSaving = useStore($submission).state === 'sending'
  const isLeftOut = storedMarks(marks).length > 0 && !order.booked

  async function release(): Promise<undefined> {
    const request = crypto.randomUUID()
    const [result] = await sendAct({ request, act: 'release', rows: [{ id: order.id }] })
    if (result?.ok) offerUndo('Order released', () => void undo(request))
    await onChange()
  }

  async function undo(request: string): Promise<void> {
    await createSave('Error undoing a decision').submit(async () => {
      await sendAct({ request, act: 'undo', rows: [] })
    })
    await onChange()
  }

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
          <Button variant="secondary" isBusy={isSaving} onClick={() => void submit(release)}>
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
