import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { OrderEditor } from '#desk/order-editor/OrderEditor.tsx'
import { Button } from '#kit/form/Button.tsx'
import type { Order } from '#order/order.ts'
import { amountText, paymentSums, type Sum } from '#order/sums.ts'
import { Sums } from '#order/view/Sums.tsx'
import { paths } from '#paths.ts'
import type { CorrectionStore } from './correction.store.ts'
import { correctionBlock } from './correction.ts'

interface CorrectionProps {
  order: Order
  correction: CorrectionStore
}

/** The fragment with which "Change" of the run leads here. */
const FROM_RUN = '#correction'

/**
 * What the customer said, to be put right until a courier has it. Folded up until it is needed. From the run it is
 * open, and leads back there: the order comes again as it is now.
 */
export function CorrectOrder({ order, correction }: CorrectionProps) {
  useStore(correction.$form)
  const block = correctionBlock(order)
  const details = useRef<HTMLDetailsElement>(null)
  const [isFromRun] = useState(() => location.hash === FROM_RUN)

  useEffect(() => {
    if (isFromRun) details.current?.scrollIntoView()
  }, [isFromRun])

  // What was typed before a reload is in sight.
  useEffect(() => {
    if (details.current && correction.isTyped()) details.current.open = true
  }, [correction])

  function close(): void {
    const shown = details.current
    if (isFromRun) location.assign(paths.adminRun)
    if (isFromRun || !shown) return
    // Who went on to something else meanwhile keeps the focus there.
    const focused = document.activeElement
    const isFocusHere = focused === document.body || shown.contains(focused)
    shown.open = false
    if (isFocusHere) shown.querySelector('summary')?.focus()
  }

  return (
    <details
      id="correction"
      ref={details}
      open={isFromRun}
      className="rounded-lg border border-line"
      data-no-print
    >
      <summary className="min-h-touch cursor-pointer p-3 font-semibold">Correct This Order</summary>
      <div className="grid gap-6 border-t border-line p-4">
        {block && <p>{block}</p>}
        {(!block || correction.isTyped()) && (
          <CorrectionForm order={order} correction={correction} onClose={close} />
        )}
      </div>
    </details>
  )
}

function CorrectionForm({ order, correction, onClose }: CorrectionProps & { onClose: () => void }) {
  const form = useStore(correction.$form)
  const isSaving = form.state === 'sending'
  const read = correction.read(order)

  async function save(): Promise<void> {
    await correction.save()
    if (!correction.isTyped()) onClose()
  }

  return (
    <OrderEditor
      label="Correction"
      editor={correction}
      form={form}
      read={read}
      saved={order}
      onSave={save}
    >
      {!order.replaces && <ChangedSums order={order} total={read.total} advance={read.advance} />}
      <p role="alert" className="text-danger empty:hidden">
        {form.problem}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          isBusy={isSaving}
          whyNot={
            order.booked
              ? 'A courier has this order. Clear its courier and number first.'
              : read.isUnchanged && 'Nothing is changed yet.'
          }
        >
          Save Correction
        </Button>
        <Button
          variant="quiet"
          isBusy={isSaving}
          onClick={() => {
            correction.discard()
            onClose()
          }}
        >
          Discard
        </Button>
      </div>
    </OrderEditor>
  )
}

/** Old and new, so that nothing is saved that was not seen. */
function ChangedSums({ order, total, advance }: { order: Order; total: number; advance: number }) {
  const after = paymentSums({ total, advance })
  const show = (sum: Sum) =>
    changedText(
      sum,
      after.find(({ name }) => name === sum.name),
    )
  return (
    <output>
      <Sums
        sums={paymentSums(order).filter(({ name }) => name !== 'advance')}
        renderAmount={show}
      />
    </output>
  )
}

function changedText(before: Sum, after = before): string {
  return before.amount === after.amount || Number.isNaN(after.amount)
    ? amountText(before)
    : `${amountText(before)} → ${amountText(after)}`
}
