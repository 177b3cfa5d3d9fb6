import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { formatCount } from '#admin/order/orders.ts'
import { BackToOrders } from '#admin/place/BackToOrders.tsx'
import { Button } from '#kit/form/Button.tsx'
import { island } from '#kit/island/island.tsx'
import { RemoteView } from '#kit/remote/RemoteView.tsx'
import { tryAgain } from '#kit/remote/try-again.ts'
import { ProgressBar } from '#kit/view/ProgressBar.tsx'
import { Decisions } from './Decisions.tsx'
import { Groups } from './Groups.tsx'
import {
  createMarkedPage,
  type MarkedPageStore,
  type Progress,
  sentenceOf,
} from './marked.store.ts'

export const MarkedIsland = island(Marked, () => createMarkedPage())

function Marked({ store }: { store: MarkedPageStore }) {
  const { state } = useStore(store.$submission)
  useStore(store.$remote)
  const status = useRef<HTMLDivElement>(null)

  // The button that was pressed goes away with its group, when the groups have loaded again.
  useEffect(() => {
    if (state !== 'idle' && document.activeElement === document.body)
      status.current?.focus({ preventScroll: true })
  })

  return (
    <div className="grid gap-6">
      <div>
        <BackToOrders />
        <h1 className="text-h2">Marked orders</h1>
        <p className="mt-2 max-w-prose text-muted">
          These orders were saved although a limit was reached. Courier sheets leave them out until
          you release them. Discarding cancels them. Both can be undone.
        </p>
      </div>
      <div ref={status} tabIndex={-1} className="outline-none empty:hidden">
        <DecisionProgress store={store} />
      </div>
      <RemoteView remote={store} name="marked orders" showsReload>
        {({ groups, decisions }) => (
          <div className="grid gap-10">
            <Groups groups={groups} store={store} />
            <Decisions decisions={decisions} store={store} />
          </div>
        )}
      </RemoteView>
    </div>
  )
}

const DOING = {
  release: 'Releasing',
  discard: 'Discarding',
  undo: 'Undoing',
  delete: 'Deleting',
} as const

/** How far a decision is, and what came of it. */
function DecisionProgress({ store }: { store: MarkedPageStore }) {
  const submission = useStore(store.$submission)
  const progress = useStore(store.$progress)
  const { state } = submission
  return (
    <>
      <p role="status" className="font-semibold">
        {progress && state === 'sending' && doingText(progress)}
        {progress && state === 'done' && sentenceOf(progress)}
      </p>
      {progress && state === 'sending' && (
        <ProgressBar label="Orders done" max={progress.all} value={progress.done} />
      )}
      {progress && submission.state === 'failed' && (
        <div
          role="alert"
          className="grid justify-items-start gap-3 rounded-lg border border-danger p-4"
        >
          <p>
            Of {formatCount(progress.done)} it is known that they are done, of the others it is not.{' '}
            {tryAgain(submission.error)}
          </p>
          <Button variant="primary" onClick={() => void store.run(progress.task)}>
            Go on
          </Button>
        </div>
      )}
    </>
  )
}

function doingText({ task, done, all }: Progress): string {
  return `${DOING[task.kind]}: ${done} of ${formatCount(all)}...`
}
