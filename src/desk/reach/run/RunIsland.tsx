import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { languageOf } from '#desk/reach/messages/Reach.tsx'
import { island } from '#kit/island/island.tsx'
import { choiceParam, queryState } from '#kit/query-state.ts'
import { QueuePage } from './QueuePage.tsx'
import type { Shown } from './queue.store.ts'
import { RunActs } from './RunActs.tsx'
import { RunList } from './RunList.tsx'
import { RunOrder } from './RunOrder.tsx'
import { createRun, type RunStore } from './run.store.ts'
import { endSentence, orderAt, ordersAt, PLACES, type Place } from './run-list.ts'
import { TellActs } from './TellActs.tsx'
import { createTeller, type TellerStore } from './tell.store.ts'

export const RunIsland = island(RunPage, () => {
  const { queue } = queryState({ queue: choiceParam('for', ['telling']) }).$query.get()
  return queue === 'telling' ? createTeller() : createRun()
})

/** Orders to confirm one by one, or customers to tell that their parcels are on the way. */
function RunPage({ store }: { store: RunStore | TellerStore }) {
  return store.name === 'run' ? <Confirming store={store} /> : <Telling store={store} />
}

function Confirming({ store }: { store: RunStore }) {
  const due = useStore(store.$left)?.count
  const list = useStore(store.list.$remote)
  const isKnown = list.state === 'ready' && due !== undefined
  // The list says itself that it could not be loaded.
  const sentence = isKnown ? endSentence(due, list.value) : list.state === 'failed' ? '' : undefined
  return (
    <QueuePage
      counts={due !== undefined && <Counts due={due} store={store} />}
      store={store}
      end={{ sentence, list: <RunList store={store} /> }}
    >
      {(shown) => <OneOrder key={shown.found.order.id} shown={shown} store={store} />}
    </QueuePage>
  )
}

function Telling({ store }: { store: TellerStore }) {
  const left = useStore(store.$left)
  const skipped = useStore(store.$skipped).length
  return (
    <QueuePage
      counts={left && `${left.count}${left.hasMore ? '+' : ''} to tell`}
      store={store}
      end={{ sentence: skipped > 0 ? `${skipped} passed over here.` : 'All customers know.' }}
    >
      {(shown) => <OneOrder key={shown.found.order.id} shown={shown} store={store} />}
    </QueuePage>
  )
}

/** One order, what came of the contact at its foot, and between them who waits for a reply. */
function OneOrder({ shown, store }: { shown: Shown; store: RunStore | TellerStore }) {
  const [language, setLanguage] = useState(() => languageOf(shown.found))
  // The list below may have been in sight.
  useEffect(() => {
    scrollTo({ top: 0 })
  }, [])
  return (
    <>
      {store.name === 'run' && <TakenOver id={shown.found.order.id} store={store} />}
      <RunOrder
        found={shown.found}
        queue={store.name}
        language={language}
        onLanguage={setLanguage}
      />
      {store.name === 'run' ? (
        <>
          <RunList store={store} />
          <RunActs shown={shown} language={language} store={store} />
        </>
      ) : (
        <TellActs found={shown.found} language={language} store={store} />
      )}
    </>
  )
}

/** Says that another device has this order: the page was hidden for long. */
function TakenOver({ id, store }: { id: string; store: RunStore }) {
  const list = useStore(store.list.$remote)
  const isTaken = list.state === 'ready' && orderAt('elsewhere', id, list.value) !== undefined
  return (
    <p role="status" className="font-semibold text-amber empty:hidden">
      {isTaken && 'Meanwhile: on the screen of another device.'}
    </p>
  )
}

/** `26 to confirm, 3 waiting, 1 later`: each leads to its part of the list below. `due` are here and elsewhere. */
function Counts({ due, store }: { due: number; store: RunStore }) {
  const list = useStore(store.list.$remote)
  const countOf = (place: Place) =>
    list.state === 'ready' ? ordersAt(place, list.value).length : 0
  const listed = PLACES.map(({ place, short }) => {
    const count = countOf(place)
    return (
      count > 0 && (
        <span key={place}>
          ,{' '}
          <a href={`#${place}`} className="text-link">
            {count} {short}
          </a>
        </span>
      )
    )
  })
  return (
    <>
      {Math.max(due - countOf('elsewhere'), 0)} to confirm
      {listed}
    </>
  )
}
