import { useStore } from '@nanostores/react'
import { Button } from '#ui/Button.tsx'
import type { PrintingStore } from '../print/printing.store.ts'
import type { SelectionStore } from './selection.store.ts'

interface Props {
  selection: SelectionStore
  printing: PrintingStore
}

/** What can be done with the picked orders. */
export function SelectionBar({ selection, printing }: Props) {
  const picked = useStore(selection.$picked)
  const { step } = useStore(printing.$printing)
  if (picked.length === 0) return null
  return (
    <section
      aria-label="Selected orders"
      className="sticky top-0 z-10 flex flex-wrap items-center gap-3 rounded-lg bg-sand p-3"
    >
      <p role="status" className="me-auto font-semibold">
        {picked.length === 1 ? '1 order selected' : `${picked.length} orders selected`}
      </p>
      {step === 'failed' && <p role="alert">The slips could not be loaded.</p>}
      <Button
        variant="secondary"
        disabled={step === 'collecting'}
        onClick={() => void printing.collect(picked.map(({ id }) => id))}
      >
        {step === 'collecting' ? 'Preparing slips...' : 'Print packing slips'}
      </Button>
      <Button variant="quiet" onClick={selection.clear}>
        Clear selection
      </Button>
    </section>
  )
}
