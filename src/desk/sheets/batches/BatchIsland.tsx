import { useStore } from '@nanostores/react'
import { type RefObject, useRef } from 'react'
import { useConfirm } from '#admin/kit/ConfirmDialog.tsx'
import { RemoteView } from '#admin/kit/RemoteView.tsx'
import { OrderLinks } from '#admin/order/OrderLinks.tsx'
import { formatShortMoment, shortMomentWithin } from '#admin/short-moment.ts'
import { Button } from '#kit/form/Button.tsx'
import { island } from '#kit/island/island.tsx'
import { paths } from '#paths.ts'
import { BatchFile } from './BatchFile.tsx'
import { BatchOrders } from './BatchOrders.tsx'
import { BatchSteps } from './BatchSteps.tsx'
import { BatchWork } from './BatchWork.tsx'
import { type BatchPageStore, createBatchPage } from './batch-page.store.ts'
import { isHere, type ShownBatch } from './batch-rows.ts'
import { batchName, becameSentence } from './steps.ts'

export const BatchIsland = island(BatchPage, () => createBatchPage())

function BatchPage({ store }: { store: BatchPageStore }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const remote = useStore(store.$remote)
  const shown = remote.state === 'ready' ? remote.value : undefined
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="page-title mb-2! outline-none">
        {shown ? batchName(shown.batch) : 'Parcels'}
      </h1>
      <RemoteView remote={store} name="parcels">
        {(found) =>
          found ? (
            <Batch shown={found} store={store} heading={heading} />
          ) : (
            <p>
              There are no such parcels.{' '}
              <a href={paths.adminParcels} className="touch-link">
                All parcels
              </a>
            </p>
          )
        }
      </RemoteView>
    </>
  )
}

interface BatchProps {
  shown: ShownBatch
  store: BatchPageStore
  /** Has the focus once the button that was pressed is gone. */
  heading: RefObject<HTMLElement | null>
}

function Batch({ shown, store, heading }: BatchProps) {
  const { batch, rows } = shown
  const became = becameSentence(batch)
  const left = rows.filter(({ leftAt }) => leftAt !== null).length
  return (
    <div className="grid gap-4">
      <div>
        <div className="flex items-center justify-between gap-3">
          <p>
            <span className="text-muted">{formatShortMoment(batch.at)}</span>
            {became && ` · ${became}`}
            {left > 0 && ` · ${left} of ${rows.length} not sent with these`}
          </p>
          <UndoBatch shown={shown} store={store} />
        </div>
        {batch.undoneAt && (
          <p className="font-semibold text-danger">Undone {shortMomentWithin(batch.undoneAt)}</p>
        )}
      </div>
      <BatchSteps shown={shown} store={store} />
      <BatchWork shown={shown} store={store} heading={heading} />
      <BatchFile file={store.file} />
      {!batch.undoneAt && <Differing rows={rows} />}
      <BatchOrders rows={rows} isUndone={batch.undoneAt !== null} onChange={store.load} />
    </div>
  )
}

/** Names the orders that are not as the courier was sent them, as long as any of them is here. */
function Differing({ rows }: Pick<ShownBatch, 'rows'>) {
  const differing = rows.filter(({ differences }) => differences.length > 0)
  if (!rows.some(isHere)) return null
  return (
    <OrderLinks
      className="rounded-lg border border-amber p-3"
      orders={differing.map(({ order: { id }, differences }) => ({
        id,
        why: differences.join('; '),
      }))}
    >
      <strong className="text-amber">Different now, or not in the file:</strong>
    </OrderLinks>
  )
}

function UndoBatch({ shown, store }: Omit<BatchProps, 'heading'>) {
  const { batch, rows } = shown
  const { request } = batch
  const [question, ask] = useConfirm()
  if (!request || batch.undoneAt || !rows.some(isHere)) return null
  const ids = rows.filter(({ leftAt }) => leftAt === null).map(({ order }) => order.id)
  return (
    <>
      {question}
      <Button
        variant="quiet"
        className="shrink-0 px-3!"
        onClick={() =>
          ask({
            title: `Undo ${batchName(batch)}?`,
            action: 'Undo them',
            back: 'Keep them',
            children: (
              <p>
                Those that are open and have no tracking number wait to be packed again. Do this
                only if the courier does not have the file.
              </p>
            ),
            onConfirm: () => void store.undo(shown, [{ request, ids }]),
          })
        }
      >
        Undo all of it
      </Button>
    </>
  )
}
