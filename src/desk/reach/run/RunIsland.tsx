import { useStore } from '@nanostores/react'
import { submissionProblem } from '#kit/form/submit.ts'
import { island } from '#kit/island/island.tsx'
import { codeOf } from '#kit/remote/shop-error.ts'
import { paths } from '#paths.ts'
import { QueuePage } from './QueuePage.tsx'
import { RunActs } from './RunActs.tsx'
import { RunOrder } from './RunOrder.tsx'
import { createRun, type Left, type RunStore } from './run.store.ts'
import { UndoPress } from './UndoPress.tsx'

export const RunIsland = island(RunPage, () => createRun())

/** One order, and what came of the contact at its foot. */
function RunPage({ store }: { store: RunStore }) {
  const left = useStore(store.$left)
  const problem = submissionProblem(useStore(store.$submission), whyUnsent)
  const sentence = left && sentenceOf(left)
  const toPack = { href: `${paths.adminOrders}?stage=to_pack`, label: 'To pack' }
  return (
    <QueuePage
      title="Confirm orders"
      counts={left && <Counts left={left} />}
      noun="order"
      queue={store}
      end={{ sentence, problem, link: toPack, undo: <UndoPress store={store} /> }}
    >
      {(shown) => (
        <>
          <RunOrder key={shown.found.order.id} shown={shown} store={store} />
          <RunActs
            key={`acts ${shown.found.order.id}`}
            shown={shown}
            problem={problem}
            store={store}
          />
        </>
      )}
    </QueuePage>
  )
}

function Counts({ left: { due, waiting, postponed } }: { left: Left }) {
  return (
    <>
      {due} to confirm
      {waiting > 0 && (
        <>
          ,{' '}
          <a href={`${paths.adminOrders}?stage=waiting`} className="text-link">
            {waiting} waiting
          </a>
        </>
      )}
      {postponed > 0 && `, ${postponed} later`}
    </>
  )
}

/** Where the orders are that are not confirmed, once none is left here. */
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
