import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { formatCount, formatMarked } from '#admin/order/orders.ts'
import { Button, buttonClass } from '#kit/form/Button.tsx'
import { tryAgain } from '#kit/remote/try-again.ts'
import { paths } from '#paths.ts'
import type { Batch, LeftOutReason } from './batches.ts'
import type { LeftOut } from './book-batch.ts'
import type { Booked, SheetStore, SheetView } from './sheet.store.ts'
import { UnknownCities } from './UnknownCities.tsx'

/** How far a sheet is, what is asked about it, and what it has in the end. */
export function SheetResult({ sheet }: { sheet: SheetStore }) {
  const view = useStore(sheet.$sheet)
  const result = useRef<HTMLDivElement>(null)

  // The button that was pressed is gone or disabled.
  useEffect(() => {
    if (view.step !== 'idle' && document.activeElement === document.body) result.current?.focus()
  }, [view.step])

  return (
    <div ref={result} tabIndex={-1}>
      <p role="status">{statusText(view)}</p>
      {view.step === 'cities' && <UnknownCities key={view.batch.id} view={view} sheet={sheet} />}
      {view.step === 'refused' && <p role="alert">{view.problem}</p>}
      {view.step === 'failed' && <Failure booked={view.booked} error={view.error} sheet={sheet} />}
      {view.step === 'nothing' && (
        <LeftOutOrders view={view} courier={view.courier} sheet={sheet} />
      )}
      {view.step === 'done' && (
        <>
          <OrderIds says="Not in the file, because cancelled or erased:" ids={view.notSent} />
          <OrderIds
            says="Not in the file, because you left out their city; give them another courier on their pages:"
            ids={view.elsewhere}
          />
          <LeftOutOrders
            view={view}
            courier={view.batch.courier}
            batch={view.batch}
            sheet={sheet}
          />
        </>
      )}
    </div>
  )
}

function statusText(view: SheetView): string {
  switch (view.step) {
    case 'booking':
      return 'Booking the orders...'
    case 'loading':
      return 'Making the file...'
    case 'nothing':
      return 'No order was booked, and no file was made.'
    case 'cities':
      return `Batch ${view.batch.id} is booked. Its file waits for the cities below.`
    case 'done':
      return `The file of batch ${view.batch.id} was downloaded. It has ${formatCount(view.count)}.`
    default:
      return ''
  }
}

interface FailureProps {
  booked: Booked | undefined
  error: unknown
  sheet: SheetStore
}

function Failure({ booked, error, sheet }: FailureProps) {
  return (
    <div
      role="alert"
      className="grid justify-items-start gap-4 rounded-lg border border-danger p-5"
    >
      <p>
        {booked
          ? `Batch ${booked.batch.id} is booked, but its file could not be made. ${tryAgain(error)}`
          : 'The sheet could not be made. If orders were booked, they stand in a batch below, and its file can be made from there.'}
      </p>
      {booked && (
        <Button variant="primary" onClick={() => void sheet.makeAgain(booked)}>
          Retry
        </Button>
      )}
    </div>
  )
}

const REASONS: Record<LeftOutReason, string> = {
  exported: 'In another batch already',
  booked: 'Booked already',
  closed: 'Delivered or cancelled',
  marked: 'Marked, and nobody has decided on them yet',
  not_found: 'Not found',
}

interface LeftOutProps {
  view: { leftOut: LeftOut; marked?: number }
  courier: string
  batch?: Batch
  sheet: SheetStore
}

/** Orders that were asked for and are not in the batch, and why. */
function LeftOutOrders({ view, courier, batch, sheet }: LeftOutProps) {
  const { leftOut } = view
  const again = leftOut.filter(({ reason }) => reason === 'exported' || reason === 'booked')
  return (
    <>
      {Object.entries(REASONS).map(([reason, says]) => (
        <OrderIds
          key={reason}
          says={`${says}, so not in this batch:`}
          ids={leftOut.filter((order) => order.reason === reason).map(({ id }) => id)}
        />
      ))}
      {again.length > 0 && (
        <Button
          variant="secondary"
          className="mt-3"
          onClick={() =>
            void sheet.include(
              'includeExported',
              courier,
              again.map(({ id }) => id),
              batch,
            )
          }
        >
          Book {formatCount(again.length)} once more
        </Button>
      )}
      <LeftOutMarked view={view} courier={courier} sheet={sheet} {...(batch && { batch })} />
    </>
  )
}

/** Marked orders: how many, where to decide on them, and the way to book them all the same. */
function LeftOutMarked({ view: { leftOut, marked = 0 }, courier, batch, sheet }: LeftOutProps) {
  const ids = leftOut.filter(({ reason }) => reason === 'marked').map(({ id }) => id)
  const count = ids.length + marked
  if (count === 0) return null
  return (
    <div className="mt-3 grid justify-items-start gap-3">
      {marked > 0 && (
        <p className="max-w-prose">
          {formatCount(marked)} not in this batch: marked, and nobody has decided on them yet.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <a href={paths.adminMarked} className={buttonClass('secondary')}>
          Look at marked orders
        </a>
        <Button
          variant="secondary"
          onClick={() =>
            void sheet.include('includeMarked', courier, marked > 0 ? undefined : ids, batch)
          }
        >
          Book {formatMarked(count)} all the same
        </Button>
      </div>
    </div>
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
