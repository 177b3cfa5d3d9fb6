/* Everything on the page of courier sheets. */
import { atom, computed } from 'nanostores'
import { type RowResult, sendAct } from '#admin/acts/acts.api.ts'
import { createList } from '#admin/lists/list.store.ts'
import { type TrailQuery, trailParams } from '#admin/lists/trail.ts'
import { $couriers } from '#admin/order/couriers.ts'
import { createPrinting } from '#admin/print/printing.store.ts'
import { createCourierEditor } from '#desk/sheets/couriers/courier-editor.store.ts'
import { createCourierSettings } from '#desk/sheets/couriers/courier-settings.store.ts'
import { createSubmit } from '#kit/form/submit.ts'
import { stopAll } from '#kit/remote/remote-store.ts'
import { fetchBatches } from './batches.api.ts'
import type { Batch, PageOfBatches } from './batches.ts'
import { type BatchPaper, printBatch } from './print-batch.ts'
import { createSheet } from './sheet.store.ts'

export function createBatchesPage() {
  const $chosen = atom<string | undefined>()
  /** The first one, until another is chosen. */
  const $courier = computed(
    [$chosen, $couriers],
    (chosen, couriers) => chosen ?? couriers.find(({ active }) => active)?.id ?? '',
  )
  const list = createList<TrailQuery, PageOfBatches>({
    schema: trailParams(),
    fetchPage: fetchBatches,
    errorMessage: 'Error fetching batches',
  })
  const printing = createPrinting()
  const courierSettings = createCourierSettings()
  const sheet = createSheet({ onBatch: () => void list.show({}) })
  const undoing = createSubmit('Error undoing a batch')

  /** Returns whether it is done. */
  async function undo({ id, request }: Batch): Promise<boolean> {
    const isDone = await undoing.submit(async () =>
      undoneSentence(id, await sendAct({ request: request ?? '', act: 'undo', rows: [] })),
    )
    if (isDone) {
      void list.load()
      sheet.forget(id)
    }
    return isDone
  }

  const start = () => stopAll(list.start(), courierSettings.start())

  return {
    $courier,
    chooseCourier: (id: string) => $chosen.set(id),
    sheet,
    list,
    print: (batch: Batch, what: BatchPaper) => printBatch(printing, batch, what),
    undo,
    undoing,
    printing,
    courierSettings,
    couriers: createCourierEditor(),
    start,
  }
}

export type BatchesPageStore = ReturnType<typeof createBatchesPage>

function undoneSentence(id: number, results: readonly RowResult[]): string {
  const undone = results.filter(({ ok }) => ok).length
  const staying = results.length - undone
  const stay =
    staying > 0 ? ` ${staying} stay as they are: closed, tracked, or in another batch.` : ''
  return `Batch ${id} is undone. Open again: ${undone}.${stay}`
}
