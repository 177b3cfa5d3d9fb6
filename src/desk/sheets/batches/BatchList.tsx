import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { PagedList } from '#admin/lists/PagedList.tsx'
import { $couriers, courierName } from '#admin/order/couriers.ts'
import { formatCount } from '#admin/order/orders.ts'
import { PaperSelect } from '#admin/print/PaperSelect.tsx'
import { PrintingStatus } from '#admin/print/PrintedJob.tsx'
import { formatMoment } from '#kit/dates.ts'
import { Button } from '#kit/form/Button.tsx'
import { ConfirmDialog } from '#kit/form/ConfirmDialog.tsx'
import { DataTable } from '#kit/list/DataTable.tsx'
import { paths } from '#paths.ts'
import type { Batch } from './batches.ts'
import type { BatchesPageStore } from './batches-page.store.ts'

/** The batches that were made, newest first. */
export function BatchList({ page }: { page: BatchesPageStore }) {
  const undoing = useStore(page.undoing.$submission)
  const [asked, setAsked] = useState<Batch>()
  // Another request brings their names.
  useStore($couriers)

  function ask(batch: Batch): void {
    page.undoing.clear()
    setAsked(batch)
  }

  return (
    <section aria-labelledby="batches" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="batches" className="text-h3">
          Batches
        </h2>
        <PaperSelect />
      </div>
      <PrintingStatus printing={page.printing} />
      <p role="status" className="empty:hidden">
        {undoing.state === 'done' && undoing.sentence}
      </p>
      {asked && <UndoQuestion batch={asked} page={page} onClose={() => setAsked(undefined)} />}
      <PagedList list={page.list} name="batches">
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="py-3 text-muted">No sheet was made yet</p>
          ) : (
            <DataTable
              caption="Batches, newest first"
              keyOf={({ id }) => String(id)}
              rows={rows}
              columns={[
                {
                  name: 'Batch',
                  show: ({ id }) => (
                    <a
                      href={paths.adminBatch(id)}
                      className="text-link inline-flex min-h-touch min-w-touch items-center font-semibold md:-my-2"
                    >
                      <span className="sr-only">Open batch </span>
                      {id}
                    </a>
                  ),
                },
                { name: 'Date', show: ({ at }) => formatMoment(at) },
                { name: 'Courier', show: ({ courier }) => courierName(courier) },
                { name: 'Orders', show: ({ orders }) => orders, isNumber: true },
                {
                  name: 'Actions',
                  show: (batch) => (
                    <BatchActions batch={batch} page={page} onUndo={() => ask(batch)} />
                  ),
                },
              ]}
            />
          )
        }
      </PagedList>
    </section>
  )
}

interface BatchActionsProps {
  batch: Batch
  page: BatchesPageStore
  onUndo: () => void
}

function BatchActions({ batch, page, onUndo }: BatchActionsProps) {
  const { id, courier, undoneAt, request } = batch
  if (undoneAt) return <p className="text-muted">Undone {formatMoment(undoneAt)}</p>
  const made = { courier, batch, leftOut: [], marked: 0 }
  const actions = [
    { name: 'Download', press: () => void page.sheet.makeAgain(made) },
    { name: 'Slips', press: () => void page.print(batch, 'slips') },
    { name: 'Load sheet', press: () => void page.print(batch, 'load sheet') },
    ...(request ? [{ name: 'Undo', press: onUndo }] : []),
  ]
  return (
    <ul className="-mx-2 flex flex-wrap md:-my-2">
      {actions.map(({ name, press }) => (
        <li key={name}>
          <Button variant="quiet" className="px-2!" onClick={press}>
            <span>
              {name}
              <span className="sr-only"> of batch {id}</span>
            </span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

interface UndoQuestionProps {
  batch: Batch
  page: BatchesPageStore
  onClose: () => void
}

function UndoQuestion({ batch, page, onClose }: UndoQuestionProps) {
  const { state } = useStore(page.undoing.$submission)
  return (
    <ConfirmDialog
      title={`Undo batch ${batch.id} with ${formatCount(batch.orders)}?`}
      action="Undo the batch"
      back="Keep the batch"
      isBusy={state === 'sending'}
      problem={state === 'failed' ? 'The batch could not be undone. Please try again.' : undefined}
      onConfirm={async () => {
        if (await page.undo(batch)) onClose()
      }}
      onClose={onClose}
    >
      <p>
        Those that are open and have no tracking number are no longer booked. Do this only if the
        courier does not have the sheet.
      </p>
    </ConfirmDialog>
  )
}
