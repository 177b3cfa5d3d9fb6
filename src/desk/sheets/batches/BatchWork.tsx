import { useStore } from '@nanostores/react'
import { formatCount } from '#admin/order/orders.ts'
import { BulkProgress } from '#desk/acts/bulk/BulkProgress.tsx'
import { ConfirmBulk } from '#desk/acts/bulk/ConfirmBulk.tsx'
import { isSaved } from '#desk/acts/row.ts'
import { NumbersPanel } from '#desk/files/numbers/NumbersPanel.tsx'
import { type BatchPageStore, shippedOf } from './batch-page.store.ts'
import { needsNumber, receiversOf, type ShownBatch } from './batch-rows.ts'

interface Props {
  shown: ShownBatch
  store: BatchPageStore
  /** The button that was pressed is gone. */
  onDone: () => void
}

/** Numbers that are pasted, the question before a hand-over, and how far a change is. */
export function BatchWork({ shown, store, onDone }: Props) {
  const { bulk, numbers } = store
  const view = useStore(bulk.$bulk)
  const doing = useStore(store.$doing)
  const without = shown.rows.filter(needsNumber).map(({ order }) => order.id)
  const end = () => {
    store.end()
    onDone()
  }
  const isAllSaved = view.step === 'done' && !view.isUndo && view.rows.every(isSaved)
  return (
    <>
      {isAllSaved && (
        <p role="status" className="sr-only">
          {view.rows.length} of {view.rows.length} orders {view.goal}
        </p>
      )}
      {view.step !== 'choosing' && !isAllSaved && (
        <BulkProgress
          view={view}
          bulk={bulk}
          onClose={() => {
            bulk.close()
            onDone()
          }}
        />
      )}
      {doing === 'numbers' && (
        <NumbersPanel
          numbers={numbers}
          receivers={receiversOf(shown)}
          staysWithout={(numbered) => (
            <StaysWithout ids={without.filter((id) => !numbered.has(id))} />
          )}
          onAccept={(found) => {
            void store.saveNumbers(shown, found)
            onDone()
          }}
          onShip={(found) => {
            void store.ship(shown, found)
            onDone()
          }}
          onClose={end}
        />
      )}
      {doing === 'shipping' && (
        <ConfirmBulk
          bulk={bulk}
          orders={shippedOf(shown.rows, bulk.$choice.get().numbers)}
          onClose={end}
        />
      )}
    </>
  )
}

function StaysWithout({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null
  return (
    <p className="text-amber">
      {formatCount(ids.length)} {ids.length === 1 ? 'stays' : 'stay'} without a number:{' '}
      {ids.join(', ')}.
    </p>
  )
}
