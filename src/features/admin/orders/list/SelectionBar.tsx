import { useStore } from '@nanostores/react'
import { Button } from '#ui/Button.tsx'
import { formatCount } from '../orders.ts'
import type { PrintingStore } from '../print/printing.store.ts'
import type { SelectionStore } from './selection.store.ts'

interface Props {
  selection: SelectionStore
  printing: PrintingStore
}

/** How many orders are selected, and what can be printed of them. */
export function SelectionBar({ selection, printing }: Props) {
  const selected = useStore(selection.$selected)
  const { step } = useStore(printing.$printing)
  if (selected.length === 0) return null
  return (
    <section
      aria-label="Selected orders"
      className="sticky top-0 z-10 flex flex-wrap items-center gap-3 rounded-lg bg-sand p-3"
    >
      <p role="status" className="me-auto font-semibold">
        {formatCount(selected.length)} selected
      </p>
      {step === 'failed' && <p role="alert">The slips could not be loaded.</p>}
      <Button
        variant="secondary"
        disabled={step === 'collecting'}
        onClick={() => void printing.collect(selected.map(({ id }) => id))}
      >
        {step === 'collecting' ? 'Preparing slips...' : 'Print packing slips'}
      </Button>
      <Button variant="quiet" onClick={selection.clear}>
        Clear selection
      </Button>
    </section>
  )
}
