import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { Button } from '#kit/form/Button.tsx'
import { submissionProblem } from '#kit/form/submit.ts'
import { island } from '#kit/island/island.tsx'
import { codeOf } from '#kit/remote/shop-error.ts'
import { paths } from '#paths.ts'
import { QueuePage } from './QueuePage.tsx'
import { languageOf } from './Reach.tsx'
import { RunActs } from './RunActs.tsx'
import { RunList } from './RunList.tsx'
import { RunOrder } from './RunOrder.tsx'
import { createRun, type Left, type RunStore } from './run.store.ts'
import type { ShownRun } from './run-presses.ts'
import { UndoPress } from './UndoPress.tsx'

export const RunIsland = island(RunPage, () => createRun())

/** One order, what came of the contact at its foot, and between them who waits for a reply. */
function RunPage({ store }: { store: RunStore }) {
  const left = useStore(store.$left)
  const skipped = useStore(store.$skipped)
  const problem = submissionProblem(useStore(store.$submission), whyUnsent)
  const toPack = { href: `${paths.adminOrders}?stage=to_pack`, label: 'To pack' }
  const acts = (
    <>
      {skipped.length > 0 && (
        <Button variant="secondary" onClick={() => void store.showSkipped()}>
          Show those passed over
        </Button>
      )}
      <UndoPress store={store} />
    </>
  )
  return (
    <QueuePage
      title="Confirm orders"
      counts={left && <Counts left={left} store={store} />}
      noun="order"
      queue={store}
      end={{
        sentence: left && sentenceOf(left),
        problem,
        link: toPack,
        acts,
        list: <RunList store={store} />,
      }}
    >
      {(shown) => (
        <OneOrder key={shown.found.order.id} shown={shown} problem={problem} store={store} />
      )}
    </QueuePage>
  )
}

interface OneOrderProps {
  shown: ShownRun
  problem: string | undefined
  store: RunStore
}

function OneOrder({ shown, problem, store }: OneOrderProps) {
  const [language, setLanguage] = useState(() => languageOf(shown.found))
  // The list below may have been in sight.
  useEffect(() => {
    scrollTo({ top: 0 })
  }, [])
  return (
    <>
      <RunOrder shown={shown} language={language} onLanguage={setLanguage} />
      <RunList store={store} />
      <RunActs shown={shown} language={language} problem={problem} store={store} />
    </>
  )
}

function Counts({ left: { due }, store }: { left: Left; store: RunStore }) {
  const list = useStore(store.$list)
  const waiting =
    list.state === 'ready' ? list.value.filter(({ place }) => place === 'waiting') : []
  return (
    <>
      {due} to confirm
      {waiting.length > 0 && (
        <>
          ,{' '}
          <a href="#waiting" className="text-link">
            {waiting.length} waiting
          </a>
        </>
      )}
    </>
  )
}

/** Where the orders are that are not confirmed, once none is left here. The list below names those that wait. */
function sentenceOf({ due, elsewhere, waiting, postponed }: Left): string {
  const places = [
    [elsewhere, 'on another device'],
    [due - elsewhere, 'passed over here'],
    [waiting, 'waiting for a reply'],
    [postponed, 'later, or waiting for your decision'],
  ] as const
  const named = places.filter(([count]) => count > 0).map(([count, where]) => `${count} ${where}`)
  if (named.length === 0) return 'All orders are confirmed.'
  return `Nothing is left to ask here: ${named.join(', ')}.`
}

function whyUnsent(error: unknown): string {
  return codeOf(error) === 'unreachable'
    ? 'This is not saved: the shop could not be reached.'
    : 'This is not saved: something went wrong on this page.'
}
