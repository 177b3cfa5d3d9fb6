import { useStore } from '@nanostores/react'
import { formatCount } from '#admin/order/orders.ts'
import { PaperSelect } from '#admin/print/PaperSelect.tsx'
import type { PrintingStore } from '#admin/print/printing.store.ts'
import { formatMoment } from '#kit/dates.ts'
import { Button } from '#kit/form/Button.tsx'
import { ConfirmDialog } from '#kit/form/ConfirmDialog.tsx'
import { DataTable } from '#kit/list/DataTable.tsx'
import { Pager } from '#kit/list/Pager.tsx'
import { RemoteView } from '#kit/remote/RemoteView.tsx'
import { findCourier } from '#order/couriers.ts'
import type { Batch } from './batches.ts'
import type { BatchesPageStore } from './batches-page.store.ts'
import type { SheetStore } from './sheet.store.ts'

interface BatchListProps {
  batches: BatchesPageStore['batches']
  sheet: SheetStore
  printing: PrintingStore
}

/** The batches that were made, newest first. */
export function BatchList({ batches, sheet, printing }: BatchListProps) {
  const { step } = useStore(printing.$printing)
  return (
    <section aria-labelledby="batches" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="batches" className="text-h3">
          Batches
        </h2>
        <PaperSelect />
      </div>
      <p role="status" className="empty:hidden">
        {step === 'collecting' && 'Preparing to print...'}
      </p>
      {step === 'failed' && <p role="alert">The orders to print could not be loaded.</p>}
      <UndoQuestion batches={batches} />
      <RemoteView remote={batches} name="batches" showsReload>
        {({ batches: rows, older }) => (
          <>
            {rows.length === 0 ? (
              <p className="py-3 text-muted">No sheet was made yet</p>
            ) : (
              <DataTable
                caption="Batches, newest first"
                keyOf={({ id }) => String(id)}
                rows={rows}
                columns={[
                  { name: 'Batch', show: ({ id }) => id },
                  { name: 'Date', show: ({ at }) => formatMoment(at) },
                  { name: 'Courier', show: ({ courier }) => findCourier(courier)?.name ?? courier },
                  { name: 'Orders', show: ({ orders }) => orders, isNumber: true },
                  {
                    name: 'Actions',
                    show: (batch) => <BatchActions batch={batch} {...{ batches, sheet }} />,
                  },
                ]}
              />
            )}
            <Pager
              label="Pages of batches"
              onNewer={batches.isNewest() ? undefined : batches.showNewer}
              onOlder={older === undefined ? undefined : () => batches.showOlder(older)}
            />
          </>
        )}
      </RemoteView>
    </section>
  )
}

function BatchActions({
  batch,
  batches,
  sheet,
}: { batch: Batch } & Omit<BatchListProps, 'printing'>) {
  if (batch.undoneAt) return <p className="text-muted">Undone {formatMoment(batch.undoneAt)}</p>
  const actions = [
    { name: 'Download', press: () => sheet.makeAgain({ batch, leftOut: [] }) },
    { name: 'Slips', press: () => batches.print(batch, 'slips') },
    { name: 'Load sheet', press: () => batches.print(batch, 'load sheet') },
    { name: 'Undo', press: async () => batches.askUndo(batch) },
  ]
  return (
    <ul className="-mx-2 flex flex-wrap md:-my-2">
      {actions.map(({ name, press }) => (
        <li key={name}>
          <Button variant="quiet" className="px-2!" onClick={() => void press()}>
            <span>
              {name}
              <span className="sr-only"> of batch {batch.id}</span>
            </span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Asks before a batch is undone, and says what came of it. */
function UndoQuestion({ batches }: Pick<BatchListProps, 'batches'>) {
  const undo = useStore(batches.$undo)
  return (
    <div role="status" className="empty:hidden">
      {undo && 'message' in undo && undo.message}
      {undo && 'batch' in undo && (
        <ConfirmDialog
          title={`Undo batch ${undo.batch.id} with ${formatCount(undo.batch.orders)}?`}
          action="Undo the batch"
          back="Keep the batch"
          isBusy={undo.state === 'undoing'}
          problem={
            undo.state === 'failed' ? 'The batch could not be undone. Please try again.' : undefined
          }
          onConfirm={() => void batches.undo(undo.batch)}
          onClose={batches.forgetUndo}
        >
          <p>
            Those that are open and have no tracking number are no longer booked. Do this only if
            the courier does not have the sheet.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
