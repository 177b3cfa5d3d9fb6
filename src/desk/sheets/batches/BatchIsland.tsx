import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { formatShortMoment } from '#admin/short-moment.ts'
import { Button } from '#kit/form/Button.tsx'
import { useConfirm } from '#kit/form/ConfirmDialog.tsx'
import { island } from '#kit/island/island.tsx'
import { RemoteView } from '#kit/remote/RemoteView.tsx'
import { tryAgain } from '#kit/remote/try-again.ts'
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
  return (
    <RemoteView remote={store} name="parcels">
      {(shown) =>
        shown ? (
          <Batch shown={shown} store={store} />
        ) : (
          <>
            <h1 className="text-h2">There are no such parcels</h1>
            <a href={paths.adminParcels} className="text-link">
              All parcels
            </a>
          </>
        )
      }
    </RemoteView>
  )
}

interface BatchProps {
  shown: ShownBatch
  store: BatchPageStore
}

function Batch({ shown, store }: BatchProps) {
  const { batch, rows } = shown
  const heading = useRef<HTMLHeadingElement>(null)
  const became = becameSentence(batch)
  const undone = useStore(store.undoing.$submission)
  return (
    <div className="grid gap-4">
      <div>
        <h1 ref={heading} tabIndex={-1} className="page-title mb-2! outline-none">
          {batchName(batch)}
        </h1>
        <p>
          <span className="text-muted">{formatShortMoment(batch.at)}</span>
          {became && ` · ${became}`}
        </p>
        {batch.undoneAt && (
          <p className="font-semibold text-danger">Undone {formatShortMoment(batch.undoneAt)}</p>
        )}
        <p role="status" className="empty:hidden">
          {undone.state === 'done' && undone.sentence}
        </p>
      </div>
      <BatchSteps shown={shown} store={store} />
      <BatchWork shown={shown} store={store} onDone={() => heading.current?.focus()} />
      <BatchFile file={store.file} />
      <Differing rows={rows} />
      <BatchOrders rows={rows} onTakeOut={(row) => void store.takeOut(row)} />
      {batch.request && !batch.undoneAt && rows.some(isHere) && (
        <UndoBatch shown={shown} store={store} />
      )}
    </div>
  )
}

/** Names the orders that are not as the courier was sent them, as long as any of them is here. */
function Differing({ rows }: Pick<ShownBatch, 'rows'>) {
  const differing = rows.filter(({ differences }) => differences.length > 0)
  if (differing.length === 0 || !rows.some(isHere)) return null
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

function UndoBatch({ shown, store: { undoing, undoAll } }: BatchProps) {
  const submission = useStore(undoing.$submission)
  const [question, ask] = useConfirm()
  return (
    <div>
      {question}
      <p role="alert" className="text-danger empty:hidden">
        {submission.state === 'failed' && `They could not be undone. ${tryAgain(submission.error)}`}
      </p>
      <Button
        variant="quiet"
        className="px-0!"
        isBusy={submission.state === 'sending'}
        onClick={() =>
          ask({
            title: `Undo ${batchName(shown.batch)}?`,
            action: 'Undo them',
            back: 'Keep them',
            children: (
              <p>
                Those that are open and have no tracking number wait to be packed again. Do this
                only if the courier does not have the file.
              </p>
            ),
            onConfirm: () => void undoAll(shown),
          })
        }
      >
        Undo all of it
      </Button>
    </div>
  )
}
