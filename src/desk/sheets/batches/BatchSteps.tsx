import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { courierName } from '#admin/order/couriers.ts'
import { formatCount } from '#admin/order/orders.ts'
import { formatShortMoment } from '#admin/order/short-moment.ts'
import { PaperSelect } from '#admin/print/PaperSelect.tsx'
import { PrintingStatus } from '#admin/print/PrintedJob.tsx'
import { Button, type ButtonVariant, buttonClass } from '#kit/form/Button.tsx'
import { paths } from '#paths.ts'
import type { BatchPageStore } from './batch-page.store.ts'
import { isHere, type ShownBatch } from './batch-rows.ts'
import { nextStep, type Step, stepsOf } from './steps.ts'

interface Props {
  shown: ShownBatch
  store: BatchPageStore
}

/** The four steps in their order: the next one has the filled button, the done ones are a line with Undo. */
export function BatchSteps({ shown, store }: Props) {
  const steps = stepsOf(shown.batch)
  const next = nextStep(steps)
  // What is open below has the filled button.
  const isDoing = useStore(store.$doing) !== undefined
  if (steps.length === 0) return null
  return (
    <ol aria-label="Steps" className="border-t border-line">
      {steps.map((step, nth) => (
        <li
          key={step.name}
          aria-current={step === next ? 'step' : undefined}
          className="border-b border-line py-1"
        >
          <div className="flex min-h-touch flex-wrap items-center gap-x-3">
            <span
              aria-hidden
              className={`w-5 text-center font-semibold ${step.isDone ? 'text-forest' : 'text-muted'}`}
            >
              {step.isDone ? '✓' : nth + 1}
            </span>
            <p className="min-w-0 flex-1 basis-36">
              <span className={step === next ? 'font-semibold' : ''}>{step.name}</span>
              {step.isDone && <span className="sr-only"> (done)</span>}{' '}
              <span className="text-sm text-muted">{detailOf(step, shown)}</span>
            </p>
            <div className="ms-auto flex flex-wrap items-center justify-end empty:hidden">
              <StepActs
                step={step}
                variant={step === next && !isDoing ? 'primary' : 'quiet'}
                shown={shown}
                store={store}
              />
            </div>
          </div>
          {step.name === 'Printed' && <PrintingStatus printing={store.printing} />}
        </li>
      ))}
    </ol>
  )
}

function detailOf(
  { name, isDone, left }: Step,
  { batch: { printedAt, stages }, rows }: ShownBatch,
) {
  switch (name) {
    case 'Printed':
      return printedAt === null ? undefined : formatShortMoment(printedAt)
    case 'Numbers': {
      const without = rows.filter(({ order, leftAt }) => leftAt === null && !order.trackingNumber)
      if (isDone) return without.length > 0 ? `${without.length} without` : undefined
      return `${left} without a number`
    }
    case 'Shipped':
      return isDone ? undefined : `${left} to ship`
    case 'Told':
      return stages?.to_tell ? `${stages.to_tell} to tell` : undefined
  }
}

interface ActsProps extends Props {
  step: Step
  variant: ButtonVariant
}

function StepActs({ step: { name, isDone }, variant, shown, store }: ActsProps) {
  // How far a change is stands below.
  const isBusy = useStore(store.bulk.$bulk).step === 'saving'
  const act = { variant, isBusy, className: 'px-3!' }
  const { batch } = shown
  switch (name) {
    case 'Printed':
      return (
        <>
          {isDone && <Undo what={name} onUndo={() => void store.notPrinted(shown)} />}
          <Print shown={shown} store={store} variant={variant} />
        </>
      )
    case 'Numbers':
      return (
        <>
          {isDone && <UndoActs what={name} shown={shown} store={store} />}
          {shown.rows.some(isHere) && (
            <>
              <a href={paths.adminScanBatch(batch.id)} className={`${buttonClass('quiet')} px-3!`}>
                Scan
              </a>
              <Button {...act} onClick={store.pasteNumbers}>
                Paste numbers
              </Button>
            </>
          )}
        </>
      )
    case 'Shipped':
      if (isDone) return <UndoActs what={name} shown={shown} store={store} />
      return (
        <Button {...act} onClick={() => void store.ship(shown)}>
          {batch.stages?.to_ship ? `Ship ${formatCount(batch.stages.to_ship)}` : 'Ship'}
        </Button>
      )
    case 'Told':
      if (isDone || !batch.stages?.to_tell) return null
      return (
        <a href={paths.adminTellBatch(batch.id)} className={`${buttonClass(variant)} px-3!`}>
          Tell customers
        </a>
      )
  }
}

function Undo({ what, onUndo }: { what: string; onUndo: () => void }) {
  return (
    <Button variant="quiet" className="px-3!" onClick={onUndo}>
      <span>
        Undo<span className="sr-only"> {what}</span>
      </span>
    </Button>
  )
}

/** Takes back what gave the orders their numbers, or shipped them. Where one act did both, it is of the second. */
function UndoActs({ what, shown, store }: Props & { what: 'Numbers' | 'Shipped' }) {
  const acts = (shown.batch.acts ?? []).filter(({ ships }) => ships === (what === 'Shipped'))
  if (acts.length === 0) return null
  return <Undo what={what} onUndo={() => void store.undo(shown, acts)} />
}

/** Slips by one press, the other papers and the file in a list beside it. */
function Print({ shown, store, variant }: Props & { variant: ButtonVariant }): ReactNode {
  const isBusy = useStore(store.printing.$printing).step === 'collecting'
  const { batch } = shown
  const others: [string, () => void][] = [
    ['Load sheet', () => void store.print(shown, 'load sheet')],
    ['Pick list', () => void store.print(shown, 'pick list')],
    [
      `The file for ${courierName(batch.courier)}`,
      () => void store.sheet.makeAgain({ courier: batch.courier, batch, leftOut: [] }),
    ],
  ]
  return (
    <div className="flex flex-wrap items-start justify-end">
      <Button
        variant={variant}
        isBusy={isBusy}
        className="px-3!"
        onClick={() => void store.print(shown, 'slips')}
      >
        Print slips
      </Button>
      <details className="open:basis-full">
        <summary className={`${buttonClass('quiet')} cursor-pointer list-none px-3!`}>
          <span aria-hidden>▾</span>
          <span className="sr-only">Other papers and the file</span>
        </summary>
        <ul>
          {others.map(([name, press]) => (
            <li key={name}>
              <Button variant="quiet" isBusy={isBusy} className="px-3!" onClick={press}>
                {name}
              </Button>
            </li>
          ))}
          <li className="max-w-xs p-1">
            <PaperSelect />
          </li>
        </ul>
      </details>
    </div>
  )
}
