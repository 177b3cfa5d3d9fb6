import { useStore } from '@nanostores/react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { LineFields } from '#admin/order/LineFields.tsx'
import { toLineTexts } from '#admin/order/lines.ts'
import type { OrderFormField } from '#admin/order/order-form.ts'
import { useFormFields } from '#admin/order/useFormFields.tsx'
import { Button } from '#kit/form/Button.tsx'
import { ADDRESS_FIELDS, ADDRESS_TABLE, mapFields } from '#order/address/address.ts'
import type { Order } from '#order/order.ts'
import { amountText, paymentSums, type Sum } from '#order/sums.ts'
import { AddressLists } from '#order/view/AddressLists.tsx'
import { useAddressHelp } from '#order/view/useAddressHelp.ts'
import { paths } from '#paths.ts'
import { type CorrectionStore, isTyped, readForm } from './correction.store.ts'
import { correctionBlock, correctionTexts } from './correction.ts'

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
  const form = useStore(correction.$form)
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
    shown.open = false
    shown.querySelector('summary')?.focus()
  }

  return (
    <details ref={details} open={isFromRun} className="rounded-lg border border-line" data-no-print>
      <summary className="min-h-touch cursor-pointer p-4 font-heading text-h3">
        Correct This Order
      </summary>
      <div className="grid gap-6 border-t border-line p-4">
        {block && <p>{block}</p>}
        {(!block || isTyped(form)) && (
          <CorrectionForm order={order} correction={correction} onClose={close} />
        )}
      </div>
    </details>
  )
}

function CorrectionForm({ order, correction, onClose }: CorrectionProps & { onClose: () => void }) {
  const form = useStore(correction.$form)
  const { typed, checks, refused, problem } = form
  const isSaving = form.state === 'sending'
  const read = readForm(order, form)
  const texts = { ...correctionTexts(order), ...typed }
  const problems = { ...(checks > 0 && read.problems), ...refused }

  const help = useAddressHelp({
    read: () =>
      mapFields((name) => ({ ...correctionTexts(order), ...correction.$form.get().typed })[name]),
    write: correction.type,
  })
  const { form: element, field } = useFormFields<OrderFormField>({
    texts,
    problems,
    checks,
    onType: correction.type,
    help,
  })

  async function save(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    await help.complete()
    await correction.save()
    if (!correction.isTyped()) onClose()
  }

  return (
    <form
      ref={element}
      aria-label="Correction"
      noValidate
      onSubmit={(event) => void save(event)}
      {...help.events}
      className="grid gap-8"
    >
      <AddressLists cities={help.cities} />
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="mb-3 font-semibold">Address</legend>
        {ADDRESS_FIELDS.map((name) => {
          const { label, input } = ADDRESS_TABLE[name]
          const { type, inputMode, className } = input
          return field(name, label, { type, inputMode, className })
        })}
      </fieldset>
      {/* A replacement has no price. */}
      {!order.replaces && (
        <>
          <fieldset className="grid gap-4">
            <legend className="mb-3 font-semibold">Items</legend>
            <p className="text-sm text-muted">
              The quantity 0 removes a line. When one changes, all have the prices of today.
            </p>
            <LineFields
              lines={form.lines ?? toLineTexts(order.items)}
              sizes={form.sizes}
              saved={order.items}
              read={read.lines}
              showsProblems={checks > 0}
              onType={correction.typeLine}
            />
          </fieldset>
          <fieldset className="grid gap-4 sm:grid-cols-2">
            <legend className="mb-3 font-semibold">Payment</legend>
            {field('advance', 'Advance Paid', {
              inputMode: 'decimal',
              hint: 'Before delivery. Empty for none.',
            })}
            <ChangedSums order={order} total={read.total} advance={read.advance} />
          </fieldset>
        </>
      )}
      <div className="grid justify-items-start gap-3">
        <p role="alert" className="text-danger empty:hidden">
          {problem}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button
            variant="primary"
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
            variant="secondary"
            isBusy={isSaving}
            onClick={() => {
              correction.discard()
              onClose()
            }}
          >
            Discard
          </Button>
        </div>
      </div>
    </form>
  )
}

/** Old and new, so that nothing is saved that was not seen. */
function ChangedSums({ order, total, advance }: { order: Order; total: number; advance: number }) {
  const after = paymentSums({ total, advance })
  const rows = paymentSums(order).filter(({ name }) => name !== 'advance')
  return (
    <output className="grid content-start gap-2 tabular-nums">
      {rows.map((sum) => (
        <span key={sum.name} className="flex flex-wrap justify-between gap-x-4">
          <span>{sum.label}</span>
          <span className="font-semibold">
            {changedText(
              sum,
              after.find(({ name }) => name === sum.name),
            )}
          </span>
        </span>
      ))}
    </output>
  )
}

function changedText(before: Sum, after = before): string {
  return before.amount === after.amount || Number.isNaN(after.amount)
    ? amountText(before)
    : `${amountText(before)} → ${amountText(after)}`
}
