import { useStore } from '@nanostores/react'
import { island } from '#kit/scripts/island.tsx'
import { paths } from '#paths.ts'
import { ChatsCount } from './ChatsCount.tsx'
import { QueuePage } from './QueuePage.tsx'
import { RunActs } from './RunActs.tsx'
import { RunOrder } from './RunOrder.tsx'
import { createRun, type RunStore } from './run.store.ts'

export const RunIsland = island(RunPage, () => createRun())

/** One order, and what came of the contact at its foot. */
function RunPage({ store }: { store: RunStore }) {
  const run = useStore(store.$run)
  const postponed = useStore(store.$left)?.postponed ?? 0
  const sentence =
    postponed > 0
      ? `Nothing is due now. ${postponed} come later, or wait for your decision.`
      : 'All orders are confirmed.'
  return (
    <QueuePage
      title="Confirm orders"
      counts={<Counts store={store} />}
      noun="order"
      state={run}
      onReload={store.reload}
      end={{ sentence, link: { href: `${paths.adminOrders}?view=to-pack`, label: 'To pack' } }}
    >
      {run.step === 'done' && run.refusal && (
        <p role="alert" className="text-danger">
          {run.refusal}
        </p>
      )}
      {run.step === 'order' && (
        <>
          <RunOrder key={run.shown.found.order.id} shown={run.shown} store={store} />
          <RunActs run={run} store={store} />
        </>
      )}
    </QueuePage>
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
