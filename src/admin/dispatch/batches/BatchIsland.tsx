import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import { formatCount } from '#admin/order/orders.ts'
import { PaperSelect } from '#admin/print/PaperSelect.tsx'
import { PrintedJob } from '#admin/print/PrintedJob.tsx'
import { formatMoment } from '#kit/dates.ts'
import { RemoteView } from '#kit/remote/RemoteView.tsx'
import { island } from '#kit/scripts/island.tsx'
import { courierName } from '#order/couriers.ts'
import { paths } from '#paths.ts'
import { BulkProgress } from '../bulk/BulkProgress.tsx'
import { ConfirmBulk } from '../bulk/ConfirmBulk.tsx'
import { NumbersPanel } from '../numbers/NumbersPanel.tsx'
import { BatchActs } from './BatchActs.tsx'
import { BatchOrders } from './BatchOrders.tsx'
import { type BatchPageStore, createBatchPage, plannedOf } from './batch-page.store.ts'
import { isOpenRow, needsNumber, receiversOf, type ShownBatch } from './batch-rows.ts'

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

const NO_PROBLEMS = new Map()

function Batch({ shown, store }: { shown: ShownBatch; store: BatchPageStore }) {
  const { bulk, numbers } = store
  const { batch, rows } = shown
  const view = useStore(bulk.$bulk)
  const [isEntering, setIsEntering] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const open = rows.filter(isOpenRow)
  const without = rows.filter(needsNumber)
  const focusHeading = () => heading.current?.focus()

  return (
    <div className="grid gap-4">
      <div>
        <h1 ref={heading} tabIndex={-1} className="text-h2 outline-none">
          Batch {batch.id}
        </h1>
        <p>
          {courierName(batch.courier)} · {formatMoment(batch.at)} · {formatCount(open.length)}
          {without.length > 0 && `, ${without.length} without a number`}
        </p>
        {batch.undoneAt && (
          <p className="font-semibold text-danger">Undone {formatMoment(batch.undoneAt)}</p>
        )}
      </div>
      <Differing shown={shown} />
      <BatchActs
        shown={shown}
        store={store}
        onNumbers={() => setIsEntering(true)}
        onShipped={() => {
          bulk.choose({ status: 'shipped', courier: undefined, numbers: new Map() })
          setIsAsking(true)
        }}
      />
      <PaperSelect />
      {view.step !== 'choosing' && (
        <BulkProgress
          view={view}
          bulk={bulk}
          onClose={() => {
            bulk.close()
            focusHeading()
          }}
        />
      )}
      {isEntering && view.step === 'choosing' && (
        <NumbersPanel
          numbers={numbers}
          receivers={receiversOf(shown)}
          staysWithout={(numbered) => (
            <StaysWithout
              ids={without.map(({ order }) => order.id).filter((id) => !numbered.has(id))}
            />
          )}
          onAccept={(found) => {
            setIsEntering(false)
            void store.saveNumbers(shown, found)
          }}
          onClose={() => {
            setIsEntering(false)
            focusHeading()
          }}
        />
      )}
      {isAsking && (
        <ConfirmBulk
          bulk={bulk}
          orders={plannedOf(rows)}
          problems={NO_PROBLEMS}
          onClose={() => setIsAsking(false)}
        />
      )}
      <BatchOrders rows={rows} />
    </div>
  )
}

/** How many orders are not as the courier was sent them. Each says why in its row. */
function Differing({ shown: { rows } }: { shown: ShownBatch }) {
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

function StaysWithout({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null
  return (
    <p className="text-amber">
      {ids.length === 1 ? '1 order stays' : `${ids.length} orders stay`} without a number:{' '}
      {ids.join(', ')}.
    </p>
  )
}
