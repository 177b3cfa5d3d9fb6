import { useStore } from '@nanostores/react'
import { useId, useRef, useState } from 'react'
import { ExportBar } from '#admin/orders/export/ExportBar.tsx'
import type { OrderSummary } from '#admin/orders/orders.ts'
import { PaperSelect } from '#admin/print/PaperSelect.tsx'
import { PrintedJob } from '#admin/print/PrintedJob.tsx'
import { BulkForm } from '#desk/acts/bulk/BulkForm.tsx'
import { BulkProgress } from '#desk/acts/bulk/BulkProgress.tsx'
import { DeleteOrders } from '#desk/acts/bulk/DeleteOrders.tsx'
import { SendAgain, SendOrders } from '#desk/send/SendOrders.tsx'
import { Button, type ButtonVariant, buttonClass } from '#kit/form/Button.tsx'
import { countOf } from '#kit/text.ts'
import { STATUS_TABLE } from '#order/status.ts'
import { SelectionScope } from './SelectionScope.tsx'
import type { SelectedOrders } from './selected-orders.store.ts'

/**
 * The next step of the stage on screen, and what can be done with the selected orders. It stays at the bottom of the
 * screen and moves nothing: what it covers can be scrolled clear of it.
 */
export function SelectionBar({ store }: { store: SelectedOrders }) {
  const { list, bulk, selection } = store
  const selected = useStore(selection.$selected)
  const count = selected.length
  const { stage, mark } = useStore(list.$query)
  const isChanging = useStore(bulk.$bulk).step !== 'choosing'
  // What comes after a change has the filled button.
  const variant = isChanging ? 'secondary' : 'primary'
  const [isOpen, setIsOpen] = useState(false)
  const panelId = useId()
  const bar = useRef<HTMLElement>(null)
  const scope = useStore(selection.$scope)
  const step = useStore(store.$step)
  const steppable = useStore(store.$steppable)
  const page = useStore(list.$remote)
  const hasRows = page.state === 'ready' && page.value.rows.length > 0
  const isSending =
    step?.kind === 'send' && (steppable.length > 0 || (stage === 'to_pack' && hasRows))
  const link = step?.kind === 'link' && hasRows ? step : undefined
  const isUnticked = step?.kind === 'resume' && count === 0 && !isChanging && hasRows
  const isIdle =
    count === 0 && !isChanging && scope.kind === 'chosen' && !link && !isSending && !isUnticked
  return (
    <section
      ref={bar}
      tabIndex={-1}
      aria-label="Selected orders"
      className={isIdle ? 'sr-only' : 'action-bar grid gap-2'}
    >
      <PrintedJob printing={store.printing} />
      <div id={panelId} className="empty:hidden">
        {(isChanging || (isOpen && count > 0)) && (
          <SelectedPanel store={store} onClose={() => bar.current?.focus()} />
        )}
      </div>
      {/* As high without ticks: they come after the list. */}
      <div
        className={`flex flex-wrap items-center gap-x-3 md:gap-x-4 ${isSending ? 'min-h-touch' : ''}`}
      >
        <SelectionScope list={list} selection={selection} />
        {count > 0 && (
          <Button
            aria-expanded={isOpen}
            aria-controls={panelId}
            onClick={() => setIsOpen(!isOpen)}
            className="px-3!"
          >
            Change
          </Button>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        {link && (
          <a href={link.href} className={`${buttonClass(variant)} flex-1`}>
            {link.label}
          </a>
        )}
        {isUnticked && <p className="font-semibold">Tick the orders to resume.</p>}
        {isSending && <SendOrders send={store.send} orders={steppable} variant={variant} />}
        {(step?.kind === 'yes' || step?.kind === 'resume') && steppable.length > 0 && (
          <Decide bulk={bulk} act={step.kind} orders={steppable} variant={variant} />
        )}
        {mark && count > 0 && (
          <>
            <Decide bulk={bulk} act="release" orders={selected} variant={variant} />
            <Decide bulk={bulk} act="discard" orders={selected} />
          </>
        )}
      </div>
    </section>
  )
}

const DECISIONS = {
  yes: 'Yes to',
  resume: 'Resume',
  release: 'Release',
  discard: 'Discard',
} as const

interface DecideProps {
  bulk: SelectedOrders['bulk']
  act: keyof typeof DECISIONS
  orders: readonly OrderSummary[]
  variant?: ButtonVariant
}

/** What is decided of the ticked orders by one press, which can be undone. */
function Decide({ bulk, act, orders, variant = 'secondary' }: DecideProps) {
  const isBusy = useStore(bulk.$bulk).step === 'saving'
  return (
    <Button
      variant={variant}
      isBusy={isBusy}
      className="flex-1 px-3!"
      onClick={() => void bulk.decideTicked(act, orders)}
    >
      {DECISIONS[act]} {countOf(orders.length, 'order')}
    </Button>
  )
}

/** Changes, slips and files of the selected orders; during and after a change, the result of each of its orders. */
function SelectedPanel({ store, onClose }: { store: SelectedOrders; onClose: () => void }) {
  const { list, bulk, selection, printing, exporting, send } = store
  const view = useStore(bulk.$bulk)
  const query = useStore(list.$query)
  const selected = useStore(selection.$selected)
  const sendable = useStore(store.$sendable)
  const next = useStore(store.$step)
  const { step } = useStore(printing.$printing)
  const ids = selected.map(({ id }) => id)
  const sent = selected.filter(({ booked, status }) => booked && STATUS_TABLE[status].isOpen)
  if (view.step !== 'choosing')
    return (
      <BulkProgress
        view={view}
        bulk={bulk}
        onClose={() => {
          bulk.close()
          onClose()
        }}
      />
    )
  return (
    <div className="grid gap-2">
      <BulkForm bulk={bulk} orders={selected} />
      <div className="flex flex-wrap items-end gap-2">
        <PaperSelect />
        <Button
          isBusy={step === 'collecting'}
          onClick={() => void printing.printSlips(ids)}
          className="px-3!"
        >
          Print packing slips
        </Button>
        <ExportBar exporting={exporting} filter={query} ids={ids} />
        {next?.kind !== 'send' && sendable.length > 0 && (
          <SendOrders send={send} orders={sendable} variant="secondary" />
        )}
        {sent.length > 0 && <SendAgain send={send} orders={sent} />}
        {selected.every(({ status }) => status === 'cancelled') && (
          <DeleteOrders count={ids.length} onDelete={() => void bulk.decideTicked('delete')} />
        )}
      </div>
    </div>
  )
}
