import { useStore } from '@nanostores/react'
import { Button } from '#kit/form/Button.tsx'
import { submissionProblem } from '#kit/form/submit.ts'
import { island } from '#kit/island/island.tsx'
import { codeOf } from '#kit/remote/shop-error.ts'
import { paths } from '#paths.ts'
import { QueuePage } from './QueuePage.tsx'
import { RunActs } from './RunActs.tsx'
import { RunOrder } from './RunOrder.tsx'
import { createRun, type RunStore } from './run.store.ts'

export const RunIsland = island(RunPage, () => createRun())

/** One order, and what came of the contact at its foot. */
function RunPage({ store }: { store: RunStore }) {
  const left = useStore(store.$left)
  const postponed = left?.postponed ?? 0
  const problem = submissionProblem(useStore(store.$submission), whyUnsent)
  const sentence =
    postponed > 0
      ? `Nothing is due now. ${postponed} come later, or wait for your decision.`
      : 'All orders are confirmed.'
  const toPack = { href: `${paths.adminOrders}?view=to-pack`, label: 'To pack' }
  const later = postponed > 0 ? `, ${postponed} later` : ''
  return (
    <QueuePage
      title="Confirm orders"
      counts={left && `${left.due} to confirm${later}`}
      noun="order"
      queue={store}
      end={{ sentence, problem, link: toPack }}
    >
      {(shown) => (
        <>
          <UnsavedLink store={store} />
          <RunOrder key={shown.found.order.id} shown={shown} store={store} />
          <RunActs id={shown.found.order.id} problem={problem} store={store} />
        </>
      )}
    </QueuePage>
  )
}

function UnsavedLink({ store }: { store: RunStore }) {
  const unsaved = useStore(store.$unsaved)
  return (
    unsaved && (
      <p role="alert" className="rounded-lg border border-danger p-4">
        The link in your message about {unsaved.id} opens nothing yet: it could not be saved.{' '}
        <Button variant="quiet" onClick={() => void store.saveLink()}>
          Save the link
        </Button>
      </p>
    )
  )
}

function whyUnsent(error: unknown): string {
  return codeOf(error) === 'unreachable'
    ? 'This is not saved: the shop could not be reached.'
    : 'This is not saved: something went wrong on this page.'
}
