import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { courierName } from '#admin/parcels/couriers.ts'
import { PaperSelect } from '#admin/print/PaperSelect.tsx'
import { PrintedJob } from '#admin/print/PrintedJob.tsx'
import { formatShortMoment } from '#admin/short-moment.ts'
import { FileButton } from '#desk/files/FileField.tsx'
import { Button, type ButtonVariant, buttonClass } from '#kit/form/Button.tsx'
import { capitalized, countOf } from '#kit/text.ts'
import { paths } from '#paths.ts'
import type { BatchPageStore } from './batch-page.store.ts'
import { type BatchRow, isHere, type ShownBatch } from './batch-rows.ts'
import type { BatchPaper } from './print-batch.ts'
import { nextBatchStep, type Step, type StepName, stepsOf } from './steps.ts'

interface Props {
  shown: ShownBatch
  store: BatchPageStore
}

/** The four steps in their order: the next one has the filled button, the done ones are a line with Undo. */
export function BatchSteps({ shown, store }: Props) {
  const steps = stepsOf(shown.batch)
  const next = nextBatchStep(steps)
  const isBelow = useStore(store.$isBelow)
  if (steps.length === 0) return null
  return (
    <ol aria-label="Steps" className="border-t border-line">
      {steps.map((step, nth) => {
        const { detail, Acts, Below } = STEPS[step.name]
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
                <span className="text-sm text-muted">{detail(shown, step.left)}</span>
              </p>
              <div className="ms-auto flex flex-wrap items-center justify-end empty:hidden">
                {step.isDone && <UndoStep step={step} shown={shown} store={store} />}
                <Acts
                  step={step}
                  variant={step === next && !isBelow ? 'primary' : 'quiet'}
                  shown={shown}
                  store={store}
                />
              </div>
            </div>
            {Below && <Below step={step} shown={shown} store={store} />}
          </li>
        )
      })}
    </ol>
  )
}

interface ActsProps extends Props {
  step: Step
  variant: ButtonVariant
}

type BelowProps = Omit<ActsProps, 'variant'>

interface StepView {
  /** How far it is. */
  detail: (shown: ShownBatch, left: number) => string | undefined
  Acts: (props: ActsProps) => ReactNode
  Below?: (props: BelowProps) => ReactNode
}

const STEPS: Record<StepName, StepView> = {
  Printed: {
    detail: ({ batch: { printedAt } }) => (printedAt ? formatShortMoment(printedAt) : undefined),
    Acts: Print,
    Below: OtherPapers,
  },
  Numbers: {
    // One on hold is passed over, and still has none.
    detail: ({ rows }, left) =>
      counted(left || rows.filter(isUnnumbered).length, 'without a number'),
    Acts: Numbers,
    Below: FileForCourier,
  },
  Shipped: { detail: (_, left) => counted(left, 'to ship'), Acts: Ship },
  'Customers told': {
    detail: ({ batch }) => counted(batch.stages?.to_tell, 'to tell'),
    Acts: Tell,
  },
}

function counted(count: number | undefined, what: string): string | undefined {
  return count ? `${count} ${what}` : undefined
}

function isUnnumbered({ order, leftAt }: BatchRow): boolean {
  return leftAt === null && !order.trackingNumber
}

/** Takes back that papers were printed, or what gave the orders their numbers, or shipped them. */
function UndoStep({ step: { name }, shown, store }: Props & { step: Step }) {
  // Where one act did both, it is of the second.
  const acts = (shown.batch.acts ?? []).filter(({ ships }) => ships === (name === 'Shipped'))
  if (name === 'Customers told' || (name !== 'Printed' && acts.length === 0)) return null
  return (
    <Button
      variant="quiet"
      className="px-3!"
      about={name}
      onClick={() => void (name === 'Printed' ? store.notPrinted() : store.undo(shown, acts))}
    >
      Undo
    </Button>
  )
}

function Print({ step, shown, store, variant }: ActsProps) {
  if (step.isDone) return null
  return <PaperButton what="slips" variant={variant} shown={shown} store={store} />
}

interface PaperButtonProps extends Props {
  what: BatchPaper
  variant: ButtonVariant
}

function PaperButton({ what, variant, shown, store }: PaperButtonProps) {
  const isBusy = useStore(store.printing.$printing).step === 'collecting'
  return (
    <Button
      variant={variant}
      isBusy={isBusy}
      className="px-3!"
      onClick={() => void store.print(shown.batch, what)}
    >
      {what === 'slips' ? 'Print slips' : capitalized(what)}
    </Button>
  )
}

/** What is printed beside the slips, and on what; and how far the printing is. */
function OtherPapers({ shown, store }: BelowProps) {
  return (
    <>
      <details className="ms-8">
        <summary className="text-link flex min-h-touch w-fit cursor-pointer items-center text-sm">
          Other papers
        </summary>
        <div className="-ms-3 flex flex-wrap items-center">
          {shown.batch.printedAt && (
            <PaperButton what="slips" variant="quiet" shown={shown} store={store} />
          )}
          <PaperButton what="load sheet" variant="quiet" shown={shown} store={store} />
          <PaperButton what="pick list" variant="quiet" shown={shown} store={store} />
          <div className="px-3 py-1">
            <PaperSelect />
          </div>
        </div>
      </details>
      <PrintedJob printing={store.printing} />
    </>
  )
}

/** What the courier's file is for, until there are numbers, and the way to get it, also after that. */
function FileForCourier({ step, shown: { batch, rows }, store }: BelowProps) {
  const isBusy = useStore(store.file.$file).step === 'loading'
  const courier = courierName(batch.courier)
  const isMade = rows.some(({ cells }) => cells !== null)
  return (
    <div className="ms-8 flex flex-wrap items-center gap-x-3 text-sm">
      {!step.isDone && (
        <p>
          Give the file to {courier}: upload it in its portal, or take it to the counter. It gives
          back tracking numbers: paste them, or choose its file.
        </p>
      )}
      <Button
        variant="quiet"
        isBusy={isBusy}
        className="px-0! text-sm"
        onClick={() => void store.file.make(batch)}
      >
        {isMade ? 'Get the file again' : `Get the file for ${courier}`}
      </Button>
    </div>
  )
}

function Numbers({ shown, store, variant }: ActsProps) {
  const isBusy = useIsChanging(store)
  if (!shown.rows.some(isHere)) return null
  return (
    <>
      <a href={paths.adminScanBatch(shown.batch.id)} className={`${buttonClass('quiet')} px-3!`}>
        Scan
      </a>
      <FileButton
        label="Choose its file"
        variant="quiet"
        isBusy={isBusy}
        className="px-3!"
        onFile={(file) => store.readNumbers(file, shown)}
      />
      <Button variant={variant} isBusy={isBusy} className="px-3!" onClick={store.pasteNumbers}>
        Paste numbers
      </Button>
    </>
  )
}

function Ship({ step, shown, store, variant }: ActsProps) {
  const isBusy = useIsChanging(store)
  const count = shown.batch.stages?.to_ship
  if (step.isDone) return null
  return (
    <Button
      variant={variant}
      isBusy={isBusy}
      className="px-3!"
      onClick={() => void store.ship(shown)}
    >
      {count ? `Ship ${countOf(count, 'order')}` : 'Ship'}
    </Button>
  )
}

function Tell({ shown: { batch }, variant }: ActsProps) {
  if (!batch.stages?.to_tell) return null
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
