import { useStore } from '@nanostores/react'
import { Button } from '#kit/form/Button.tsx'
import { countOf } from '#kit/text.ts'
import type { OrderFilter } from '../order-filter.ts'
import type { Export, ExportStore } from './export.store.ts'

interface Props {
  exporting: ExportStore
  filter: OrderFilter
  /** The ids of the selected orders. Without any, every order of the filter is exported. */
  ids: readonly string[]
}

/** The CSV of the selected orders; of no selection, of the filter. */
export function ExportBar({ exporting, filter, ids }: Props) {
  const view = useStore(exporting.$export)
  const isBusy = view.step === 'collecting'
  const start = () => void exporting.start(ids.length > 0 ? { ids } : filter)
  return (
    <>
      <Button isBusy={isBusy} onClick={start} className="px-3!">
        Export CSV
      </Button>
      {isBusy && (
        <Button variant="quiet" onClick={exporting.cancel} className="px-3!">
          Cancel
        </Button>
      )}
      {view.step === 'failed' && (
        <Button variant="primary" onClick={start} className="px-3!">
          Retry
        </Button>
      )}
      <p role="status" className="text-sm text-muted empty:sr-only max-md:basis-full">
        {formatProgress(view)}
      </p>
    </>
  )
}

function formatProgress(view: Export): string {
  switch (view.step) {
    case 'idle':
      return ''
    case 'collecting':
      return `${countOf(view.collected, 'order')} collected...`
    case 'failed':
      return 'The orders could not be collected.'
    case 'done':
      return `${countOf(view.collected, 'order')} exported.`
  }
}
