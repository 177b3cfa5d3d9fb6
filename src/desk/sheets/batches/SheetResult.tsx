import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { courierName } from '#admin/order/couriers.ts'
import { formatCount } from '#admin/order/orders.ts'
import { Button, buttonClass } from '#kit/form/Button.tsx'
import { tryAgain } from '#kit/remote/try-again.ts'
import { paths } from '#paths.ts'
import { type Batch, LEFT_OUT_WORDS, type LeftOutReason, type MadeBatch } from './batches.ts'
import { PackingQuestion } from './PackingQuestion.tsx'
import type { SheetStore, SheetView } from './sheet.store.ts'
import { batchName } from './steps.ts'
import { UnknownCities } from './UnknownCities.tsx'

interface SheetResultProps {
  sheet: SheetStore
  /** On the page of these parcels: no link leads there. */
  isOfBatch?: boolean
}

/** How far sending is, what is asked about it, and what the file has in the end. */
export function SheetResult({ sheet, isOfBatch = false }: SheetResultProps) {
  const view = useStore(sheet.$sheet)
  const result = useRef<HTMLDivElement>(null)

  // The button that was pressed is gone or disabled.
  useEffect(() => {
    if (view.step !== 'idle' && document.activeElement === document.body) result.current?.focus()
  }, [view.step])

  return (
    <div ref={result} tabIndex={-1}>
      <p role="status">{statusText(view)}</p>
      {view.step === 'asking' && <PackingQuestion view={view} sheet={sheet} />}
      {view.step === 'cities' && (
        <UnknownCities key={view.made.batch.id} view={view} sheet={sheet} />
      )}
      {view.step === 'refused' && <p role="alert">{view.problem}</p>}
      {(view.step === 'failed' || view.step === 'lost') && <Failure view={view} sheet={sheet} />}
      {view.step === 'done' && (
        <>
          {!isOfBatch && (
            <a
              href={paths.adminBatch(view.made.batch.id)}
              className={`${buttonClass('primary')} mt-3`}
            >
              Open {batchName(view.made.batch)}
            </a>
          )}
          {NOT_AS_BEFORE.map(([name, says]) => (
            <OrderIds key={name} says={says} ids={view[name]} />
          ))}
        </>
      )}
      {(view.step === 'nothing' || view.step === 'done') && (
        <LeftOutOrders made={view.made} sheet={sheet} />
      )}
    </div>
  )
}

const NOT_AS_BEFORE = [
  ['notSent', 'Not in the file, because cancelled or erased:'],
  ['left', 'Not in the file, because they were taken out:'],
  [
    'elsewhere',
    'Not in the file, because you left out their city; give them another courier on their pages:',
  ],
  ['changed', 'In a file of these parcels before, with another row:'],
] as const

function statusText(view: SheetView): string {
  switch (view.step) {
    case 'checking':
      return 'Looking what may leave...'
    case 'asking':
      return 'Nothing is booked yet.'
    case 'booking':
      return 'Booking the orders...'
    case 'loading':
      return 'Making the file...'
    case 'nothing':
      return 'No order was booked, and no file was made.'
    case 'cities':
      return `${formatCount(view.made.batch.orders)} booked. The file waits for the cities below.`
    case 'done':
      return `The file for ${courierName(view.made.courier)} was downloaded. It has ${formatCount(view.count)}.`
    default:
      return ''
  }
}

interface FailureProps {
  view: Extract<SheetView, { step: 'failed' | 'lost' }>
  sheet: SheetStore
}

function Failure({ view: { step, made, error }, sheet }: FailureProps) {
  const isLost = step === 'lost'
  return (
    <div
      role="alert"
      className="grid justify-items-start gap-4 rounded-lg border border-danger p-5"
    >
      <p>
        {made
          ? `${formatCount(made.batch.orders)} booked, but the file could not be made. ${tryAgain(error)}`
          : isLost
            ? 'No response came: the orders may be booked or not. Retry books them once.'
            : `Nothing is booked. ${tryAgain(error)}`}
      </p>
      {(made || isLost) && (
        <Button
          variant="primary"
          onClick={() => void (made ? sheet.makeAgain(made) : sheet.retry())}
        >
          Retry
        </Button>
      )}
    </div>
  )
}

interface LeftOutProps {
  made: MadeBatch<Batch | null>
  sheet: SheetStore
}

/** Orders that were asked for and are not in the batch, and why. They can be added to it. */
function LeftOutOrders({ made, sheet }: LeftOutProps) {
  const { courier, batch, leftOut } = made
  const idsOf = (...reasons: LeftOutReason[]) =>
    leftOut.filter(({ reason }) => reasons.includes(reason)).map(({ id }) => id)
  const request = { courier, ...(batch && { batch: batch.id }) }
  const again = idsOf('exported', 'booked')
  return (
    <>
      {(Object.keys(LEFT_OUT_WORDS) as LeftOutReason[]).map((reason) => (
        <OrderIds
          key={reason}
          says={`Not among them, since ${LEFT_OUT_WORDS[reason]}:`}
          ids={idsOf(reason)}
        />
      ))}
      {again.length > 0 && (
        <Button
          variant="secondary"
          className="mt-3"
          onClick={() => void sheet.make({ ...request, ids: again, includeExported: true })}
        >
          Send {formatCount(again.length)} once more
        </Button>
      )}
      {idsOf('marked').length > 0 && (
        <a href={paths.adminMarked} className={`${buttonClass('secondary')} mt-3`}>
          Look at orders that look odd
        </a>
      )}
    </>
  )
}

function OrderIds({ says, ids }: { says: string; ids: readonly string[] }) {
  if (ids.length === 0) return null
  return (
    <p className="mt-3 max-w-prose">
      {says}{' '}
      {ids.map((id, nth) => (
        <span key={id}>
          {nth > 0 && ', '}
          <a href={paths.adminOrder(id)} className="text-link">
            {id}
          </a>
        </span>
      ))}
    </p>
  )
}
