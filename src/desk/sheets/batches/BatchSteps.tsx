import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { courierName } from '#admin/parcels/couriers.ts'
import { PaperSelect } from '#admin/print/PaperSelect.tsx'
import { PrintedJob } from '#admin/print/PrintedJob.tsx'
import { formatShortMoment } from '#admin/short-moment.ts'
import { FileButton } from '#desk/files/FileButton.tsx'
import { LoadSheet } from '#desk/sheets/papers/LoadSheet.tsx'
import { PickList } from '#desk/sheets/papers/PickList.tsx'
import { Button, type ButtonVariant, buttonClass } from '#kit/form/Button.tsx'
import { capitalized, countOf } from '#kit/text.ts'
import { paths } from '#paths.ts'
import type { BatchPageStore } from './batch-page.store.ts'
import { type BatchPaper, isHere, type ShownBatch } from './batch-rows.ts'
import type { BatchAct } from './batches.ts'
import { countAt, nextBatchStep, type Step, type StepName, stepsOf } from './steps.ts'

interface BatchStepsProps {
  shown: ShownBatch
  store: BatchPageStore
}

/** What the parts of a step are shown of. */
interface StepProps extends BatchStepsProps {
  step: Step
  variant: ButtonVariant
}

/** The four steps in their order: the next one has the filled button, the done ones are a line. */
export function BatchSteps({ shown, store }: BatchStepsProps) {
  const steps = stepsOf(shown.batch)
  const next = nextBatchStep(steps)
  const isBelow = useStore(store.$isBelow)
  if (steps.length === 0) return null
  return (
    <ol aria-label="Steps" className="border-t border-line">
      {steps.map((step, nth) => {
        const isNext = step === next
        const variant = isNext && !isBelow ? 'primary' : 'quiet'
        const props: StepProps = { step, shown, store, variant }
        return (
          <li
            key={step.name}
            aria-current={isNext ? 'step' : undefined}
            className="border-b border-line py-1"
          >
            {step.isDone ? (
              <DoneStep {...props} />
            ) : (
              <OpenStep {...props} nth={nth + 1} isNext={isNext} />
            )}
            {step.name === 'Printed' && <PrintedJob printing={store.printing} papers={PAPERS} />}
          </li>
        )
      })}
    </ol>
  )
}

function OpenStep({ nth, isNext, ...props }: StepProps & { nth: number; isNext: boolean }) {
  const { step, shown } = props
  const { detail, Acts, Below } = STEPS[step.name]
  return (
    <>
      <div className="flex min-h-touch flex-wrap items-center gap-x-3">
        <span aria-hidden className="w-5 text-center font-semibold text-muted">
          {nth}
        </span>
        <p className="min-w-0 flex-1 basis-36">
          <span className={isNext ? 'font-semibold' : ''}>{step.name}</span>{' '}
          <span className="text-sm text-muted">{detail(shown, step)}</span>
        </p>
        <div className="ms-auto flex flex-wrap items-center justify-end empty:hidden">
          {/* Some orders may have taken the step. Printing is done at once for all. */}
          {step.name !== 'Printed' && <UndoStep {...props} />}
          <Acts {...props} />
        </div>
      </div>
      {Below && (
        <div className="ms-8">
          <Below {...props} />
        </div>
      )}
    </>
  )
}

/** A line with Undo. What may still be done about it is folded. */
function DoneStep(props: StepProps) {
  const { step, shown } = props
  const { detail, Acts, Below } = STEPS[step.name]
  const line = (
    <>
      {step.name}
      <span className="sr-only"> (done)</span>{' '}
      <span className="text-sm text-muted">{detail(shown, step)}</span>
    </>
  )
  return (
    <div className="flex items-start gap-x-3">
      <span aria-hidden className="w-5 py-2 text-center font-semibold text-forest">
        ✓
      </span>
      {Below ? (
        <details className="min-w-0 flex-1">
          <summary className="min-h-touch cursor-pointer py-2">{line}</summary>
          <div className="-ms-3 flex flex-wrap items-center">
            <Acts {...props} />
            <Below {...props} />
          </div>
        </details>
      ) : (
        <p className="min-h-touch min-w-0 flex-1 py-2">{line}</p>
      )}
      <UndoStep {...props} />
    </div>
  )
}

interface StepView {
  /** How far it is. */
  detail: (shown: ShownBatch, step: Step) => string | false | null
  Acts: (props: StepProps) => ReactNode
  Below?: (props: StepProps) => ReactNode
}

const STEPS: Record<StepName, StepView> = {
  Printed: {
    detail: ({ batch: { printedAt } }) => printedAt && formatShortMoment(printedAt),
    Acts: (props) => <PaperButton {...props} what="slips" />,
    Below: OtherPapers,
  },
  Numbers: {
    detail: ({ batch: { stages } }) =>
      counted(countAt(stages, ['needs_number', 'held_without_number']), 'without a number'),
    Acts: Numbers,
    Below: FileForCourier,
  },
  Shipped: {
    detail: ({ batch }, { ready }) =>
      counted(ready, 'to ship') || counted(countAt(batch.stages, ['held']), 'on hold'),
    Acts: Ship,
  },
  'Customers told': { detail: (_, { ready }) => counted(ready, 'to tell'), Acts: Tell },
}

function counted(count: number, what: string): string | false {
  return count > 0 && `${count} ${what}`
}

/** Undoes a step: that papers were printed, or the acts that gave numbers, shipped, or told customers. */
function UndoStep({ step: { name }, shown, store }: StepProps) {
  const acts = (shown.batch.acts ?? []).filter((act) => stepOf(act) === name)
  if (name !== 'Printed' && acts.length === 0) return null
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

/** The step that undoes an act. One that gave numbers and shipped is undone with "Shipped". */
function stepOf({ ships, tells }: BatchAct): StepName {
  if (tells) return 'Customers told'
  return ships ? 'Shipped' : 'Numbers'
}

const PAPERS = { 'load sheet': LoadSheet, 'pick list': PickList }

function PaperButton({ what, variant, shown, store }: StepProps & { what: BatchPaper }) {
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

/** What is printed beside the slips, and on what. */
function OtherPapers(props: StepProps) {
  const papers = (
    <>
      <PaperButton {...props} what="load sheet" variant="quiet" />
      <PaperButton {...props} what="pick list" variant="quiet" />
      <div className="min-w-0 px-3 py-1">
        <PaperSelect />
      </div>
    </>
  )
  if (props.step.isDone) return papers
  return (
    <details>
      <summary className="text-link flex min-h-touch w-fit cursor-pointer items-center text-sm">
        Other papers
      </summary>
      <div className="-ms-3 flex flex-wrap items-center">{papers}</div>
    </details>
  )
}

/** What the courier's file is for, until there are numbers, and the way to get it, also after that. */
function FileForCourier({ step, shown: { batch, rows }, store }: StepProps) {
  const isBusy = useStore(store.file.$file).step === 'loading'
  const courier = courierName(batch.courier)
  const isMade = rows.some(({ cells }) => cells !== null)
  return (
    <>
      {!step.isDone && (
        <p className="text-sm">
          Give the file to {courier}: upload it in its portal, or take it to the counter. It gives
          back a file with tracking numbers: choose it, or paste them.
        </p>
      )}
      <Button
        variant="quiet"
        isBusy={isBusy}
        className={step.isDone ? 'px-3!' : 'px-0! text-sm'}
        onClick={() => void store.file.make(batch)}
      >
        {isMade ? 'Get the file again' : `Get the file for ${courier}`}
      </Button>
    </>
  )
}

function Numbers({ shown, store, variant }: StepProps) {
  const isBusy = useIsChanging(store)
  if (!shown.rows.some(isHere)) return null
  return (
    <>
      <a href={paths.adminScanBatch(shown.batch.id)} className={`${buttonClass('quiet')} px-3!`}>
        Scan
      </a>
      <Button variant="quiet" isBusy={isBusy} className="px-3!" onClick={store.pasteNumbers}>
        Paste numbers
      </Button>
      <FileButton
        label="Choose its file"
        variant={variant}
        isBusy={isBusy}
        className="px-3!"
        onFile={(file) => store.readNumbers(file, shown)}
      />
    </>
  )
}

/** Also what has no number: a rider of the shop's own gives none. */
function Ship({ step: { ready }, shown, store, variant }: StepProps) {
  const isBusy = useIsChanging(store)
  if (ready === 0 && !shown.batch.stages?.needs_number) return null
  return (
    <Button
      variant={variant}
      isBusy={isBusy}
      className="px-3!"
      onClick={() => void store.ship(shown)}
    >
      {ready > 0 ? `Ship ${countOf(ready, 'order')}` : 'Ship without a number'}
    </Button>
  )
}

function Tell({ step: { ready }, shown: { batch }, variant }: StepProps) {
  if (ready === 0) return null
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
