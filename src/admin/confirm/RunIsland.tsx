import { useStore } from '@nanostores/react'
import { Button, buttonClass } from '#kit/form/Button.tsx'
import { LoadProblem } from '#kit/remote/LoadProblem.tsx'
import { island } from '#kit/scripts/island.tsx'
import { paths } from '#paths.ts'
import { ChatsCount } from './ChatsCount.tsx'
import { RunActs } from './RunActs.tsx'
import { RunOrder } from './RunOrder.tsx'
import { createRun, type RunStore } from './run.store.ts'

export const RunIsland = island(RunPage, () => createRun())

/** One order on the whole screen, and what came of the contact at its foot. */
function RunPage({ store }: { store: RunStore }) {
  const run = useStore(store.$run)
  return (
    <div className="action-bar-page flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="text-h3">Confirm orders</h1>
        <Counts store={store} />
      </div>
      <p role="status" className="text-muted empty:hidden">
        {run.step === 'loading' && 'Loading the next order...'}
      </p>
      {run.step === 'failed' && (
        <LoadProblem
          title="The next order could not be loaded."
          error={run.error}
          onRetry={() => void store.reload()}
        />
      )}
      {run.step === 'done' && <NothingLeft store={store} />}
      {run.step === 'order' && (
        <>
          <RunOrder key={run.shown.found.order.id} shown={run.shown} store={store} />
          <RunActs run={run} store={store} />
        </>
      )}
    </div>
  )
}

function Counts({ store }: { store: RunStore }) {
  const left = useStore(store.$left)
  if (!left) return null
  return (
    <p className="text-muted">
      {left.due} to confirm{left.postponed > 0 && `, ${left.postponed} later`}
      <ChatsCount chats={store.chats} />
    </p>
  )
}

function NothingLeft({ store }: { store: RunStore }) {
  const left = useStore(store.$left)
  return (
    <div className="grid justify-items-start gap-3">
      <p>
        {left && left.postponed > 0
          ? `Nothing is due now. ${left.postponed} come later, or wait for your decision.`
          : 'All orders are confirmed.'}
      </p>
      <div className="flex flex-wrap gap-3">
        <a href={`${paths.adminOrders}?view=to-pack`} className={buttonClass('primary')}>
          To pack
        </a>
        <Button variant="secondary" onClick={() => void store.reload()}>
          Look again
        </Button>
      </div>
    </div>
  )
}
