import { useStore } from '@nanostores/react'
import { Button } from '#ui/Button.tsx'
import { formatCount, type OrderFilter } from '../orders.ts'
import type { Export, ExportStore } from './export.store.ts'
import { courierSheet, orderSheet } from './sheets.ts'

interface Props {
  exporting: ExportStore
  filter: OrderFilter
}

/** Exports every order that the filter finds, not only the page on screen. */
export function ExportBar({ exporting, filter }: Props) {
  const view = useStore(exporting.$export)
  const isBusy = view.step === 'collecting'
  return (
    <section aria-label="Export" className="flex flex-wrap items-center gap-3">
      <Button
        variant="secondary"
        disabled={isBusy}
        onClick={() => void exporting.start(orderSheet, filter)}
      >
        Export CSV
      </Button>
      <Button
        variant="secondary"
        disabled={isBusy}
        title="Delivered and cancelled orders are left out"
        onClick={() => void exporting.start(courierSheet, filter)}
      >
        Courier sheet
      </Button>
      {isBusy && (
        <Button variant="quiet" onClick={exporting.cancel}>
          Cancel
        </Button>
      )}
      {view.step === 'failed' && (
        <Button variant="primary" onClick={() => void exporting.start(view.sheet, filter)}>
          Retry
        </Button>
      )}
      <p role="status" className="text-muted">
        {formatProgress(view)}
      </p>
    </section>
  )
}

function formatProgress(view: Export): string {
  switch (view.step) {
    case 'idle':
      return ''
    case 'collecting':
      return `${formatCount(view.collected)} collected...`
    case 'failed':
      return 'The orders could not be collected.'
    case 'done':
      return `${formatCount(view.collected)} exported.${
        view.sheet === courierSheet ? ' Delivered and cancelled orders are left out.' : ''
      }`
  }
}
