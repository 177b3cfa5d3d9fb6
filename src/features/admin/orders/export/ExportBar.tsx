import { useStore } from '@nanostores/react'
import { Button } from '#ui/Button.tsx'
import type { OrderQuery } from '../order-list.ts'
import type { Export, ExportStore } from './export.store.ts'
import { courierSheet, orderSheet } from './sheets.ts'

interface Props {
  exporting: ExportStore
  query: OrderQuery
}

/** Takes away what the filter finds: every page of it, not only the one on the screen. */
export function ExportBar({ exporting, query }: Props) {
  const view = useStore(exporting.$export)
  const isBusy = view.step === 'collecting'
  return (
    <section aria-label="Export" className="flex flex-wrap items-center gap-3">
      <Button
        variant="secondary"
        disabled={isBusy}
        onClick={() => void exporting.start(orderSheet, query)}
      >
        Export CSV
      </Button>
      <Button
        variant="secondary"
        disabled={isBusy}
        title="Delivered and cancelled orders are left out"
        onClick={() => void exporting.start(courierSheet, query)}
      >
        Courier sheet
      </Button>
      {isBusy && (
        <Button variant="quiet" onClick={exporting.cancel}>
          Cancel
        </Button>
      )}
      {view.step === 'failed' && (
        <Button variant="primary" onClick={() => void exporting.start(view.sheet, query)}>
          Retry
        </Button>
      )}
      <p role="status" className="text-muted">
        {sentence(view)}
      </p>
    </section>
  )
}

function sentence(view: Export): string {
  switch (view.step) {
    case 'idle':
      return ''
    case 'collecting':
      return `${orders(view.collected)} collected...`
    case 'failed':
      return 'The orders could not be collected.'
    case 'done':
      return `${orders(view.collected)} exported.${
        view.sheet === courierSheet ? ' Delivered and cancelled orders are left out.' : ''
      }`
  }
}

function orders(count: number): string {
  return count === 1 ? '1 order' : `${count} orders`
}
