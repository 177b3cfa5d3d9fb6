import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { formatCount } from '#admin/order/orders.ts'
import { PaperSelect } from '#admin/print/PaperSelect.tsx'
import { BulkProgress } from '../bulk/BulkProgress.tsx'
import { ConfirmBulk } from '../bulk/ConfirmBulk.tsx'
import { NumbersPanel } from '../numbers/NumbersPanel.tsx'
import { BatchActs } from './BatchActs.tsx'
import { type BatchPageStore, plannedOf } from './batch-page.store.ts'
import { needsNumber, receiversOf, type ShownBatch } from './batch-rows.ts'

interface Props {
  shown: ShownBatch
  store: BatchPageStore
  /** The button that was pressed is gone. */
  onDone: () => void
}

const NO_PROBLEMS = new Map()

/** What is done with a batch: its papers, its numbers, its hand-over, and how far a change is. */
export function BatchWork({ shown, store, onDone }: Props) {
  const { bulk, numbers } = store
  const { rows } = shown
  const view = useStore(bulk.$bulk)
  const [doing, setDoing] = useState<'numbers' | 'shipped'>()
  const without = rows.filter(needsNumber).map(({ order }) => order.id)
  const stop = () => setDoing(undefined)

  function askShipped(): void {
    bulk.choose({ status: 'shipped', courier: undefined, numbers: new Map() })
    setDoing('shipped')
  }

  return (
    <>
      <BatchActs
        shown={shown}
        store={store}
        onNumbers={() => setDoing('numbers')}
        onShipped={askShipped}
      />
      <div className="max-w-sm">
        <PaperSelect />
      </div>
      {view.step !== 'choosing' && (
        <BulkProgress
          view={view}
          bulk={bulk}
          onClose={() => {
            bulk.close()
            onDone()
          }}
        />
      )}
      {doing === 'numbers' && view.step === 'choosing' && (
        <NumbersPanel
          numbers={numbers}
          receivers={receiversOf(shown)}
          staysWithout={(numbered) => (
            <StaysWithout ids={without.filter((id) => !numbered.has(id))} />
          )}
          onAccept={(found) => {
            stop()
            void store.saveNumbers(shown, found)
          }}
          onClose={() => {
            stop()
            onDone()
          }}
        />
      )}
      {doing === 'shipped' && (
        <ConfirmBulk bulk={bulk} orders={plannedOf(rows)} problems={NO_PROBLEMS} onClose={stop} />
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
