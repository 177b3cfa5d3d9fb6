import { useStore } from '@nanostores/react'
import { Button, buttonClass } from '#kit/form/Button.tsx'
import { paths } from '#paths.ts'
import type { BatchPageStore } from './batch-page.store.ts'
import type { ShownBatch } from './batch-rows.ts'

interface Props {
  shown: ShownBatch
  store: BatchPageStore
  onNumbers: () => void
  onShipped: () => void
}

/** The papers of the batch, its numbers, and its hand-over. */
export function BatchActs({ shown, store, onNumbers, onShipped }: Props) {
  const { step } = useStore(store.printing.$printing)
  const isChanging = useStore(store.bulk.$bulk).step !== 'choosing'
  const isPrinting = step === 'collecting'
  const papers = [
    ['slips', 'Print Slips'],
    ['load sheet', 'Print Load Sheet'],
    ['pick list', 'Pick List'],
  ] as const
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {papers.map(([what, name]) => (
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
      <p role="status" className="empty:hidden">
        {isPrinting && 'Preparing to print...'}
      </p>
      {step === 'failed' && <p role="alert">The orders to print could not be loaded.</p>}
    </>
  )
}
