import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { island } from '#kit/island/island.tsx'
import { paths } from '#paths.ts'
import { QueuePage } from './QueuePage.tsx'
import type { Shown } from './queue.store.ts'
import { languageOf } from './Reach.tsx'
import { RunActs } from './RunActs.tsx'
import { RunList } from './RunList.tsx'
import { RunOrder } from './RunOrder.tsx'
import { createRun, type RunStore } from './run.store.ts'
import { endSentence, ordersAt, PLACES } from './run-list.ts'

export const RunIsland = island(RunPage, () => createRun())

const TO_PACK = { href: `${paths.adminOrders}?stage=to_pack`, label: 'To pack' }

/** One order, what came of the contact at its foot, and between them who waits for a reply. */
function RunPage({ store }: { store: RunStore }) {
  const due = useStore(store.$left)
  const list = useStore(store.list.$remote)
  const isKnown = list.state === 'ready' && due !== undefined
  // The list says itself that it could not be loaded.
  const sentence = isKnown ? endSentence(due, list.value) : list.state === 'failed' ? '' : undefined
  return (
    <QueuePage
      title="Confirm orders"
      counts={due !== undefined && <Counts due={due} store={store} />}
      noun="order"
      store={store}
      end={{ sentence, link: TO_PACK, list: <RunList store={store} /> }}
    >
      {(shown) => <OneOrder key={shown.found.order.id} shown={shown} store={store} />}
    </QueuePage>
  )
}

function OneOrder({ shown, store }: { shown: Shown; store: RunStore }) {
  const [language, setLanguage] = useState(() => languageOf(shown.found))
  // The list below may have been in sight.
  useEffect(() => {
    scrollTo({ top: 0 })
  }, [])
  return (
    <>
      <RunOrder shown={shown} language={language} onLanguage={setLanguage} />
      <RunList store={store} />
      <RunActs shown={shown} language={language} store={store} />
    </>
  )
}

/** `26 to confirm, 3 waiting, 1 later`: each leads to its part of the list below. */
function Counts({ due, store }: { due: number; store: RunStore }) {
  const list = useStore(store.list.$remote)
  const listed = PLACES.map(({ place, short }) => {
    const count = list.state === 'ready' ? ordersAt(place, list.value).length : 0
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
      {due} to confirm
      {listed}
    </>
  )
}
