import { useStore } from '@nanostores/react'
import type { OrderFilter } from '#admin/orders/order-filter.ts'
import { Button } from '#kit/form/Button.tsx'
import type { ExportStore } from './export.store.ts'

interface Props {
  exporting: ExportStore
  filter: OrderFilter
  /** The ids of the selected orders. Without any, every order of the filter is exported. */
  ids?: readonly string[]
}

/** The CSV of the selected orders; of no selection, of the filter. */
export function ExportBar({ exporting, filter, ids = [] }: Props) {
  const submission = useStore(exporting.$submission)
  return (
    <>
      <Button
        isBusy={submission.state === 'sending'}
        onClick={() => void exporting.start(ids.length > 0 ? { ids } : filter)}
        className="px-3!"
      >
        Export CSV
      </Button>
      <p role="status" className="text-sm text-muted empty:sr-only max-md:basis-full">
        {submission.state === 'failed' && 'The orders could not be collected.'}
        {submission.state === 'done' && submission.sentence}
      </p>
    </>
  )
}
