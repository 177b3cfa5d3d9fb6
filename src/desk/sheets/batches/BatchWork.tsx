import { useStore } from '@nanostores/react'
import { type RefObject, useEffect } from 'react'
import { BulkProgress } from '#desk/acts/bulk/BulkProgress.tsx'
import { ConfirmBulk } from '#desk/acts/bulk/ConfirmBulk.tsx'
import { NumbersPanel } from '#desk/files/numbers/NumbersPanel.tsx'
import { countOf } from '#kit/text.ts'
import { type BatchPageStore, isAllSaved, shippedOf } from './batch-page.store.ts'
import { needsNumber, receiversOf, type ShownBatch } from './batch-rows.ts'

interface Props {
  shown: ShownBatch
  store: BatchPageStore
  /** Has the focus once the button that was pressed is gone. */
  heading: RefObject<HTMLElement | null>
}

/** Numbers that are pasted, the question before a hand-over, and how far a change is. */
export function BatchWork({ shown, store, heading }: Props) {
  const { bulk, numbers } = store
  const view = useStore(bulk.$bulk)
  const isPasting = useStore(store.$isPasting)
  const isAsking = useStore(store.$isAsking)
  const isSaved = view.step !== 'choosing' && isAllSaved(view)
  const without = shown.rows.filter(needsNumber).map(({ order }) => order.id)
  const { numbers: given } = useStore(bulk.$choice)

  useEffect(() => {
    if (isSaved && document.activeElement === document.body) heading.current?.focus()
  }, [isSaved, heading])

  return (
    <>
      <p role="status" className="sr-only">
        {isSaved && `${view.rows.length} of ${view.rows.length} orders ${view.goal}`}
      </p>
      {view.step !== 'choosing' && !isSaved && (
        <BulkProgress
          view={view}
          bulk={bulk}
          onClose={() => {
            bulk.close()
            heading.current?.focus()
          }}
        />
      )}
      {isPasting && (
        <NumbersPanel
          numbers={numbers}
          receivers={receiversOf(shown)}
          staysWithout={(numbered) => (
            <StaysWithout ids={without.filter((id) => !numbered.has(id))} />
          )}
          onAccept={(found) => void store.saveNumbers(shown, found)}
          onShip={(found) => void store.ship(shown, found)}
          onClose={() => {
            store.endPasting()
            heading.current?.focus()
          }}
        />
      )}
      {isAsking && (
        <ConfirmBulk
          bulk={bulk}
          orders={shippedOf(shown.rows, given)}
          // Then the button said so.
          included={shown.batch.stages?.to_ship || given.size > 0 ? [] : ['unnumbered']}
          onClose={() => store.$isAsking.set(false)}
        />
      )}
    </>
  )
}

function StaysWithout({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null
  return (
    <p className="text-amber">
      {countOf(ids.length, 'order')} {ids.length === 1 ? 'stays' : 'stay'} without a number:{' '}
      {ids.join(', ')}.
    </p>
  )
}
