import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { formatCount } from '#admin/order/orders.ts'
import { BackToOrders } from '#admin/place/BackToOrders.tsx'
import { Button } from '#kit/form/Button.tsx'
import { island } from '#kit/island/island.tsx'
import { RemoteView } from '#kit/remote/RemoteView.tsx'
import { tryAgain } from '#kit/remote/try-again.ts'
import { Decisions } from './Decisions.tsx'
import { Groups } from './Groups.tsx'
import { countRows, createMarkedPage, type MarkedPageStore, sentenceOf } from './marked.store.ts'

export const MarkedIsland = island(Marked, () => createMarkedPage())

function Marked({ store }: { store: MarkedPageStore }) {
  const isBusy = useStore(store.$isBusy)
  const hasActs = useStore(store.$acts).length > 0
  useStore(store.$remote)
  const status = useRef<HTMLDivElement>(null)

  // The button that was pressed goes away with its group, when the groups have loaded again.
  useEffect(() => {
    if ((isBusy || hasActs) && document.activeElement === document.body)
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
        <PressResult store={store} />
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

/** What is being done, and what came of it. */
function PressResult({ store }: { store: MarkedPageStore }) {
  const acts = useStore(store.$acts)
  const isBusy = useStore(store.$isBusy)
  const [first] = acts
  if (!first) return null
  const { kind, all } = first.about
  const unsent = acts.find(({ state }) => state === 'unsent')
  return (
    <>
      <p role="status" className="font-semibold">
        {isBusy && `${DOING[kind]} ${formatCount(all)}...`}
        {!isBusy && !unsent && sentenceOf(acts)}
      </p>
      {!isBusy && unsent && (
        <div
          role="alert"
          className="grid justify-items-start gap-3 rounded-lg border border-danger p-4"
        >
          <p>
            Of {formatCount(countRows(acts).done)} it is known that they are done, of the others it
            is not. {tryAgain(unsent.error)}
          </p>
          <Button variant="primary" onClick={() => void store.goOn()}>
            Go on
          </Button>
        </div>
      )}
    </>
  )
}
