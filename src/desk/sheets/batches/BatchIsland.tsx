import { useRef } from 'react'
import { courierName } from '#admin/order/couriers.ts'
import { formatCount } from '#admin/order/orders.ts'
import { PrintedJob } from '#admin/print/PrintedJob.tsx'
import { formatMoment } from '#kit/dates.ts'
import { island } from '#kit/island/island.tsx'
import { RemoteView } from '#kit/remote/RemoteView.tsx'
import { paths } from '#paths.ts'
import { BatchOrders } from './BatchOrders.tsx'
import { BatchWork } from './BatchWork.tsx'
import { type BatchPageStore, createBatchPage } from './batch-page.store.ts'
import { becameSentence, cameBack, isOpenRow, needsNumber, type ShownBatch } from './batch-rows.ts'

export const BatchIsland = island(BatchPage, () => createBatchPage())

function BatchPage({ store }: { store: BatchPageStore }) {
  return (
    <div className="grid gap-4">
      <a
        href={paths.adminBatches}
        className="text-link inline-flex min-h-touch items-center justify-self-start"
      >
        Back to Courier Sheets
      </a>
      <RemoteView remote={store} name="batch">
        {(shown) =>
          shown ? (
            <Batch shown={shown} store={store} />
          ) : (
            <h1 className="text-h2">There is no such batch</h1>
          )
        }
      </RemoteView>
      <PrintedJob printing={store.printing} />
    </div>
  )
}

function Batch({ shown, store }: { shown: ShownBatch; store: BatchPageStore }) {
  const { batch, rows } = shown
  const heading = useRef<HTMLHeadingElement>(null)
  const without = rows.filter(needsNumber).length
  const became = becameSentence(rows)
  return (
    <div className="grid gap-4">
      <div>
        <h1 ref={heading} tabIndex={-1} className="text-h2 outline-none">
          Batch {batch.id}
        </h1>
        <p>
          {courierName(batch.courier)} · {formatMoment(batch.at)} ·{' '}
          {formatCount(rows.filter((row) => isOpenRow(row) || cameBack(row)).length)}
          {without > 0 && `, ${without} without a number`}
          {became && `: ${became}`}
        </p>
        {batch.undoneAt && (
          <p className="font-semibold text-danger">Undone {formatMoment(batch.undoneAt)}</p>
        )}
      </div>
      <Differing rows={rows} />
      <BatchWork shown={shown} store={store} onDone={() => heading.current?.focus()} />
      <BatchOrders rows={rows} />
    </div>
  )
}

/** Names the orders that are not as the courier was sent them. */
function Differing({ rows }: Pick<ShownBatch, 'rows'>) {
  const differing = rows.filter(({ differences }) => differences.length > 0)
  if (differing.length === 0) return null
  return (
    <div className="rounded-lg border border-amber p-3">
      <p className="font-semibold text-amber">Different from what the courier was sent:</p>
      <ul>
        {differing.map(({ order, differences }) => (
          <li key={order.id}>
            <a href={`#row-${order.id}`} className="text-link inline-flex min-h-touch items-center">
              {order.id}
            </a>
            : {differences.join('; ')}
          </li>
        ))}
      </ul>
    </div>
  )
}
