import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { formatCount } from '#admin/order/orders.ts'
import { PaperSelect } from '#admin/print/PaperSelect.tsx'
import { PrintingStatus } from '#admin/print/PrintedJob.tsx'
import { BulkProgress } from '#desk/acts/bulk/BulkProgress.tsx'
import { ConfirmBulk } from '#desk/acts/bulk/ConfirmBulk.tsx'
import { NumbersPanel } from '#desk/files/numbers/NumbersPanel.tsx'
import { Button, buttonClass } from '#kit/form/Button.tsx'
import { paths } from '#paths.ts'
import { type BatchPageStore, plannedOf } from './batch-page.store.ts'
import { needsNumber, receiversOf, type ShownBatch } from './batch-rows.ts'

interface Props {
  shown: ShownBatch
  store: BatchPageStore
  /** The button that was pressed is gone. */
  onDone: () => void
}

/** What is done with a batch: its papers, its numbers, its hand-over, and how far a change is. */
export function BatchWork({ shown, store, onDone }: Props) {
  const { bulk, numbers } = store
  const { rows } = shown
  const view = useStore(bulk.$bulk)
  const [doing, setDoing] = useState<'numbers' | 'shipped'>()
  const without = rows.filter(needsNumber).map(({ order }) => order.id)
  const stop = () => setDoing(undefined)

  /** The next step closes the result of the one before. */
  function begin(step: typeof doing): void {
    bulk.close()
    setDoing(step)
  }

  function askShipped(): void {
    begin('shipped')
    bulk.choose({ status: 'shipped', courier: undefined, numbers: new Map() })
  }

  return (
    <>
      <BatchActs
        shown={shown}
        store={store}
        onNumbers={() => begin('numbers')}
        onShipped={askShipped}
      />
      <PrintingStatus printing={store.printing} />
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
      {doing === 'numbers' && (
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
      {doing === 'shipped' && <ConfirmBulk bulk={bulk} orders={plannedOf(rows)} onClose={stop} />}
    </>
  )
}

const PRINTS = [
  ['slips', 'Print Slips'],
  ['load sheet', 'Print Load Sheet'],
  ['pick list', 'Pick List'],
] as const

interface ActsProps extends Omit<Props, 'onDone'> {
  onNumbers: () => void
  onShipped: () => void
}

/** The papers of the batch, its numbers, and its hand-over. */
function BatchActs({ shown, store, onNumbers, onShipped }: ActsProps) {
  const isPrinting = useStore(store.printing.$printing).step === 'collecting'
  // How far it is stands below.
  const isChanging = useStore(store.bulk.$bulk).step === 'saving'
  return (
    <div className="flex flex-wrap gap-2">
      {PRINTS.map(([what, name]) => (
        <Button
          key={what}
          variant="secondary"
          isBusy={isPrinting}
          className="px-3!"
          onClick={() => void store.print(shown, what)}
        >
          {name}
        </Button>
      ))}
      {!shown.batch.undoneAt && (
        <>
          <Button variant="primary" isBusy={isChanging} className="px-3!" onClick={onNumbers}>
            Paste Numbers
          </Button>
          <a
            href={paths.adminScanBatch(shown.batch.id)}
            className={`${buttonClass('secondary')} px-3!`}
          >
            Scan Parcels
          </a>
          <Button variant="secondary" isBusy={isChanging} className="px-3!" onClick={onShipped}>
            Set Shipped
          </Button>
        </>
      )}
    </div>
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
