import { useStore } from '@nanostores/react'
import { useId, useRef, useState } from 'react'
import { formatCount } from '#admin/order/orders.ts'
import { PaperSelect } from '#admin/print/PaperSelect.tsx'
import { BulkForm } from '#desk/acts/bulk/BulkForm.tsx'
import { BulkProgress } from '#desk/acts/bulk/BulkProgress.tsx'
import { isSaved } from '#desk/acts/row.ts'
import { Button } from '#kit/form/Button.tsx'
import { ExportBar } from '../export/ExportBar.tsx'
import type { OrdersPageStore } from './orders-page.store.ts'
import { SelectionScope } from './SelectionScope.tsx'

/**
 * What can be done with the selected orders. It stays at the bottom of the screen and moves nothing: what
 * it covers can be scrolled clear of it. On small screens the form opens on demand.
 */
export function SelectionBar({ store }: { store: OrdersPageStore }) {
  const { list, bulk, selection, printing, exporting } = store
  const selected = useStore(selection.$selected)
  const query = useStore(list.$query)
  const isChanging = useStore(bulk.$bulk).step !== 'choosing'
  const { step } = useStore(printing.$printing)
  const [isOpen, setIsOpen] = useState(false)
  const panelId = useId()
  const bar = useRef<HTMLElement>(null)
  const ids = selected.map(({ id }) => id)
  const scope = useStore(selection.$scope)
  const isIdle = ids.length === 0 && !isChanging && scope.kind === 'chosen'
  const onDemand = isOpen ? '' : 'max-md:hidden'
  return (
    <section
      ref={bar}
      tabIndex={-1}
      aria-label="Selected orders"
      className={isIdle ? 'sr-only' : 'action-bar grid gap-2'}
    >
      <div id={panelId} className={`empty:hidden ${isChanging ? '' : onDemand}`}>
        <BulkPanel store={store} onClose={() => bar.current?.focus()} />
      </div>
      <div className="grid items-center gap-x-3 gap-y-2 lg:flex lg:flex-wrap">
        <SelectionScope list={list} selection={selection} />
        <div
          className={`flex flex-wrap items-center gap-2 lg:ms-auto ${
            ids.length > 0 ? 'max-md:*:grow' : ''
          }`}
        >
          {ids.length > 0 && (
            <>
              <Button
                variant="primary"
                aria-expanded={isOpen}
                aria-controls={panelId}
                onClick={() => setIsOpen(!isOpen)}
                className="px-2! md:hidden"
              >
                Change
              </Button>
              <div className={`max-md:order-last max-md:basis-full ${onDemand}`}>
                <PaperSelect />
              </div>
              <Button
                variant="secondary"
                isBusy={step === 'collecting'}
                onClick={() => void printing.printSlips(ids)}
                className="px-3!"
              >
                <span className="max-sm:hidden">
                  {step === 'collecting' ? 'Preparing slips...' : 'Print packing slips'}
                </span>
                <span className="sm:hidden">Slips</span>
              </Button>
            </>
          )}
          {ids.length > 0 && <ExportBar exporting={exporting} filter={query} ids={ids} />}
          {step === 'failed' && (
            <p role="alert" className="text-danger max-md:basis-full">
              The slips of {formatCount(ids.length)} could not be loaded.
            </p>
          )}
        </div>
      </div>
    </section>
  )
}

/** The form for the selected orders; during and after a change, the result of each of its orders. */
function BulkPanel({ store, onClose }: { store: OrdersPageStore; onClose: () => void }) {
  const { bulk, selection } = store
  const view = useStore(bulk.$bulk)
  const selected = useStore(selection.$selected)
  if (view.step === 'choosing')
    return selected.length > 0 && <BulkForm bulk={bulk} orders={selected} />
  return (
    <BulkProgress
      view={view}
      bulk={bulk}
      onClose={() => {
        if (!view.isUndo) selection.remove(view.rows.filter(isSaved))
        bulk.close()
        onClose()
      }}
    />
  )
}
