import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { courierName } from '#admin/order/couriers.ts'
import { formatCount } from '#admin/order/orders.ts'
import { PaperSelect } from '#admin/print/PaperSelect.tsx'
import { PrintedJob } from '#admin/print/PrintedJob.tsx'
import { formatShortMoment } from '#admin/short-moment.ts'
import { Button, type ButtonVariant, buttonClass } from '#kit/form/Button.tsx'
import { paths } from '#paths.ts'
import type { BatchPageStore } from './batch-page.store.ts'
import { isHere, type ShownBatch } from './batch-rows.ts'
import { nextStep, type Step, type StepName, stepsOf } from './steps.ts'

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
      {steps.map((step, nth) => {
        const Acts = ACTS[step.name]
        return (
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
                <Acts
                  step={step}
                  variant={step === next && !isDoing ? 'primary' : 'quiet'}
                  shown={shown}
                  store={store}
                />
              </div>
            </div>
            {step.name === 'Printed' && <PrintedJob printing={store.printing} />}
          </li>
        )
      })}
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

const ACTS: Record<StepName, (props: ActsProps) => ReactNode> = {
  Printed: Print,
  Numbers,
  Shipped,
  Told,
}

/** Slips by one press, the other papers and the file in a list beside it. */
function Print({ step, shown, store, variant }: ActsProps) {
  const isBusy = useStore(store.printing.$printing).step === 'collecting'
  return (
    <>
      {step.isDone && <Undo step={step} onUndo={() => void store.notPrinted(shown)} />}
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
            {(['load sheet', 'pick list'] as const).map((what) => (
              <li key={what}>
                <Button
                  variant="quiet"
                  isBusy={isBusy}
                  className="px-3!"
                  onClick={() => void store.print(shown, what)}
                >
                  {what === 'load sheet' ? 'Load sheet' : 'Pick list'}
                </Button>
              </li>
            ))}
            {isSent(shown) && (
              <li>
                <File shown={shown} store={store} />
              </li>
            )}
            <li className="max-w-xs p-1">
              <PaperSelect />
            </li>
          </ul>
        </details>
      </div>
    </>
  )
}

function isSent({ rows }: ShownBatch): boolean {
  return rows.some(({ cells }) => cells !== null)
}

function File({ shown: { batch }, store }: Props) {
  const isBusy = useStore(store.file.$file).step === 'loading'
  return (
    <Button
      variant="quiet"
      isBusy={isBusy}
      className="px-3!"
      onClick={() => void store.file.make(batch)}
    >
      The file for {courierName(batch.courier)}
    </Button>
  )
}

function Numbers({ step, shown, store, variant }: ActsProps) {
  const isBusy = useIsChanging(store)
  return (
    <>
      {step.isDone && <UndoActs step={step} shown={shown} store={store} />}
      {shown.rows.some(isHere) && (
        <>
          {/* The courier needs it before there are numbers. */}
          {!isSent(shown) && <File shown={shown} store={store} />}
          <a
            href={paths.adminScanBatch(shown.batch.id)}
            className={`${buttonClass('quiet')} px-3!`}
          >
            Scan
          </a>
          <Button variant={variant} isBusy={isBusy} className="px-3!" onClick={store.pasteNumbers}>
            Paste numbers
          </Button>
        </>
      )}
    </>
  )
}

function Shipped({ step, shown, store, variant }: ActsProps) {
  const isBusy = useIsChanging(store)
  if (step.isDone) return <UndoActs step={step} shown={shown} store={store} />
  const count = shown.batch.stages?.to_ship
  return (
    <Button
      variant={variant}
      isBusy={isBusy}
      className="px-3!"
      onClick={() => void store.ship(shown)}
    >
      {count ? `Ship ${formatCount(count)}` : 'Ship'}
    </Button>
  )
}

function Told({ step, shown: { batch }, variant }: ActsProps) {
  if (step.isDone || !batch.stages?.to_tell) return null
  return (
    <a href={paths.adminTellBatch(batch.id)} className={`${buttonClass(variant)} px-3!`}>
      Tell customers
    </a>
  )
}

/** How far a change is stands below. */
function useIsChanging({ bulk }: BatchPageStore): boolean {
  return useStore(bulk.$bulk).step === 'saving'
}

function Undo({ step, onUndo }: { step: Step; onUndo: () => void }) {
  return (
    <Button variant="quiet" className="px-3!" about={step.name} onClick={onUndo}>
      Undo
    </Button>
  )
}

/** Takes back what gave the orders their numbers, or shipped them. Where one act did both, it is of the second. */
function UndoActs({ step, shown, store }: Props & { step: Step }) {
  const acts = (shown.batch.acts ?? []).filter(({ ships }) => ships === (step.name === 'Shipped'))
  if (acts.length === 0) return null
  return <Undo step={step} onUndo={() => void store.undo(shown, acts)} />
}
