import { useStore } from '@nanostores/react'
import type { Kept } from '#desk/lists/keep-places.ts'
import { island } from '#kit/island/island.tsx'
import { choiceParam, queryState } from '#kit/query-state.ts'
import { paths } from '#paths.ts'
import { QueuePage } from './QueuePage.tsx'
import { RunActs } from './RunActs.tsx'
import { RunList } from './RunList.tsx'
import { RunOrder } from './RunOrder.tsx'
import { createRun, type RunStore } from './run.store.ts'
import { endSentence, type ListedOrder, ordersAt, PLACES } from './run-list.ts'
import { Telling } from './Telling.tsx'
import { createTeller, type TellerStore } from './tell.store.ts'

export const RunIsland = island(RunPage, () => {
  const { queue } = queryState({ queue: choiceParam('for', ['telling']) }).$query.get()
  return queue === 'telling' ? createTeller() : createRun()
})

/** Orders to confirm one by one, or customers to tell that their parcels are on the way. */
function RunPage({ store }: { store: RunStore | TellerStore }) {
  return 'list' in store ? <Confirming store={store} /> : <Telling store={store} />
}

function Confirming({ store }: { store: RunStore }) {
  const next = useStore(store.$next)
  const list = useStore(store.list.$remote)
  const orders = useStore(store.$orders)
  const isKnown = list.state === 'ready' && next !== undefined
  // The list says itself that it could not be loaded.
  const sentence = isKnown
    ? endSentence(next.due, orders)
    : list.state === 'failed'
      ? ''
      : undefined
  const isTaken = (id: string) => ordersAt('elsewhere', orders).some((order) => order.id === id)
  return (
    <QueuePage
      title="Confirm orders"
      counts={next && <Counts due={next.due} orders={orders} />}
      store={store}
      end={{
        sentence,
        next: { label: 'To pack', href: `${paths.adminOrders}?stage=to_pack` },
        list: <RunList store={store} />,
      }}
    >
      {(shown) => (
        <RunOrder
          key={shown.found.order.id}
          found={shown.found}
          stage="to_confirm"
          isTaken={isTaken(shown.found.order.id)}
        >
          {(language) => (
            <>
              <RunList store={store} />
              <RunActs shown={shown} language={language} store={store} />
            </>
          )}
        </RunOrder>
      )}
    </QueuePage>
  )
}

/** `26 to confirm, 3 waiting, 1 later`: each leads to its part of the list below. `due` are here and elsewhere. */
function Counts({ due, orders }: { due: number; orders: readonly Kept<ListedOrder>[] }) {
  const counts = PLACES.map(({ place, short }) => ({
    place,
    short,
    count: ordersAt(place, orders).length,
  }))
  return (
    <>
      {Math.max(due - ordersAt('elsewhere', orders).length, 0)} to confirm
      {counts
        .filter(({ count }) => count > 0)
        .map(({ place, short, count }) => (
          <span key={place}>
            ,{' '}
            <a href={`#${place}`} className="text-link">
              {count} {short}
            </a>
          </span>
        ))}
    </>
  )
}
