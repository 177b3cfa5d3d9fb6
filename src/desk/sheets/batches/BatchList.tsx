import { useStore } from '@nanostores/react'
import { rowLink, TwoLineRow } from '#admin/kit/TwoLineRow.tsx'
import { PagedList } from '#admin/lists/PagedList.tsx'
import { $couriers } from '#admin/parcels/couriers.ts'
import { formatShortMoment } from '#admin/short-moment.ts'
import { buttonClass } from '#kit/form/Button.tsx'
import { paths } from '#paths.ts'
import type { BatchListStore } from './batch-list.store.ts'
import type { Batch } from './batches.ts'
import { batchName, becameSentence, nextBatchStep, type StepName, stepsOf } from './steps.ts'

/** The batches, newest first, in two lines each. The oldest one with something to do has the filled button. */
export function BatchList({ list }: { list: BatchListStore }) {
  // Another request brings their names.
  useStore($couriers)
  return (
    <PagedList list={list} name="parcels">
      {({ rows }) => {
        const unfinished = rows.findLast((batch) => nextBatchStep(stepsOf(batch)))
        return rows.length === 0 ? (
          <p className="py-3">
            <span className="text-muted">No parcels yet.</span>{' '}
            <a href={`${paths.adminOrders}?stage=to_pack`} className="touch-link">
              Orders to pack
            </a>
          </p>
        ) : (
          <ul aria-label="Parcels, newest first" className="border-t border-line">
            {rows.map((batch) => (
              <BatchListRow key={batch.id} batch={batch} isNext={batch === unfinished} />
            ))}
          </ul>
        )
      }}
    </PagedList>
  )
}

const ACTS: Record<StepName, string> = {
  Printed: 'Print slips',
  Numbers: 'Add numbers',
  Shipped: 'Ship',
  'Customers told': 'Tell customers',
}

function BatchListRow({ batch, isNext }: { batch: Batch; isNext: boolean }) {
  const steps = stepsOf(batch)
  const next = nextBatchStep(steps)
  const isOpen = steps.some(({ isDone }) => !isDone)
  const ended = batch.undoneAt ? 'Undone' : becameSentence(batch) || 'None is sent with these'
  const path = paths.adminBatch(batch.id)
  return (
    <TwoLineRow
      title={
        <a href={path} className={rowLink}>
          {batchName(batch)}
        </a>
      }
      titleLines="all"
    >
      {isOpen
        ? steps.map(({ name, isDone }, nth) => (
            <span key={name} className={`whitespace-nowrap ${isDone ? 'text-forest' : ''}`}>
              {nth > 0 && ' · '}
              {isDone ? '✓ ' : '○ '}
              {name}
              <span className="sr-only">{isDone ? ' (done)' : ' (to do)'}</span>
            </span>
          ))
        : ended}{' '}
      · {formatShortMoment(batch.undoneAt ?? batch.at)}
      {isNext && next && (
        <p className="relative my-1">
          <a href={path} className={`${buttonClass('primary')} px-3! text-base`}>
            {ACTS[next.name]}
          </a>
        </p>
      )}
    </TwoLineRow>
  )
}
