/* Everything on the page of one batch (docs/product.md, rule 21.11). */

import { atom, type WritableAtom } from 'nanostores'
import { type RowResult, sendAct } from '#admin/acts/acts.api.ts'
import { type Acts, createActs } from '#admin/acts/acts.store.ts'
import { offerUndo, sayChanged, undoOf } from '#admin/acts/offer-undo.ts'
import { idParam } from '#admin/lists/list.ts'
import { createPrinting } from '#admin/print/printing.store.ts'
import { createSave } from '#admin/save.ts'
import { type BulkServices, type BulkStore, createBulk } from '#desk/acts/bulk/bulk.store.ts'
import { planBulk } from '#desk/acts/bulk/plan.ts'
import { type PlannedOrder, planRow } from '#desk/acts/row.ts'
import { createNumbers } from '#desk/files/numbers/numbers.store.ts'
import { settingsFor } from '#desk/sheets/couriers/courier-settings.ts'
import { fetchCouriers } from '#desk/sheets/couriers/couriers.api.ts'
import { createSubmit } from '#kit/form/submit.ts'
import { type QueryUrl, queryState } from '#kit/query-state.ts'
import { createRemoteStore, type RemoteStore, stopAll } from '#kit/remote/remote-store.ts'
import { createBatchFile } from './batch-file.store.ts'
import { type BatchRow, isHere, isOpenRow, type ShownBatch, toShownBatch } from './batch-rows.ts'
import { fetchBatch } from './batches.api.ts'
import type { BatchAct } from './batches.ts'
import { type BatchPaper, collectPaper } from './print-batch.ts'
import { wholeBatch } from './whole-batch.ts'

const defaults = { fetchBatch, fetchCouriers }

interface PageOptions extends Partial<typeof defaults> {
  url?: QueryUrl
  bulk?: Partial<BulkServices>
}

export function createBatchPage({ url, bulk: bulkServices, ...options }: PageOptions = {}) {
  const services = { ...defaults, ...options }
  const { $query } = queryState({ id: idParam }, url && { url })
  /** Null where no batch has the id of the URL. */
  const remote = createRemoteStore(() => load($query.get().id, services), {
    errorMessage: 'Error fetching a batch',
    reloadsWhenVisible: true,
  })
  const printing = createPrinting()
  const bulk = createBulk({
    ...bulkServices,
    key: `Batch ${$query.get().id}`,
    onSaved: (id, change) => remote.update((shown) => shown && withChange(shown, id, change)),
  })
  const numbers = createNumbers()
  const file = createBatchFile()
  const undoing = createSubmit('Error undoing a batch')
  const page: Page = {
    remote,
    bulk,
    acts: createActs<string>(bulkServices),
    saving: createSave('Error changing a batch'),
    $doing: atom(),
  }

  /** What was pasted stays until it is saved. */
  function end(): void {
    page.$doing.set(undefined)
    numbers.clear()
  }

  return {
    ...remote,
    printing,
    numbers,
    bulk,
    $doing: page.$doing,
    file,
    undoing,
    /** Closes the result of the step before. */
    pasteNumbers: () => {
      bulk.close()
      page.$doing.set('numbers')
    },
    end,
    print: async ({ batch }: ShownBatch, what: BatchPaper) => {
      await printing.start(() => collectPaper(what, batch, services.fetchBatch))
      if (printing.$printing.get().step === 'ready') await notePrinted(page, batch.id, true)
    },
    notPrinted: ({ batch }: ShownBatch) => notePrinted(page, batch.id, false),
    /** Through the bulk change, which can be undone. The preview has shown the numbers of delivered orders as well. */
    saveNumbers: async ({ rows }: ShownBatch, found: Numbers) => {
      end()
      const choice = { status: undefined, courier: undefined, numbers: found }
      await bulk.start(planBulk(plannedOf(rows), choice, new Set(['delivered'])))
    },
    ship: ({ rows }: ShownBatch, found: Numbers = new Map()) => {
      numbers.clear()
      return ship(page, rows, found)
    },
    undo: ({ rows }: ShownBatch, acts: readonly BatchAct[]) =>
      bulk.undoActs(
        acts.map(({ request, ids }) => ({
          request,
          rows: rows
            .filter(({ order }) => ids.includes(order.id))
            .map((row) => planRow(toPlanned(row), {})),
        })),
      ),
    takeOut: (row: BatchRow) => takeOut(page, row),
    /** Its orders have no courier again. */
    undoAll: ({ batch }: ShownBatch) =>
      undoing.submit(async () => {
        const send = bulkServices?.sendAct ?? sendAct
        const results = await send({ request: batch.request ?? '', act: 'undo', rows: [] })
        await remote.load()
        return undoneSentence(results)
      }),
    start: () =>
      stopAll(
        remote.start(),
        bulk.guardPage(),
        // Steps, counts and sent rows are the database's.
        bulk.$bulk.listen((now, before) => {
          if (before?.step === 'saving' && now.step === 'done') void remote.load()
        }),
        file.$file.listen(({ step }) => {
          if (step === 'done') void remote.load()
        }),
      ),
  }
}

export type BatchPageStore = ReturnType<typeof createBatchPage>

type Numbers = ReadonlyMap<string, string>

interface Page {
  remote: RemoteStore<ShownBatch | null>
  bulk: BulkStore
  /** What is open below the steps: the numbers, or the question before a hand-over. */
  $doing: WritableAtom<'numbers' | 'shipping' | undefined>
  acts: Acts<string>
  saving: ReturnType<typeof createSave>
}

async function load(id: number, services: typeof defaults): Promise<ShownBatch | null> {
  if (id === 0) return null
  const [whole, couriers] = await Promise.all([
    wholeBatch(services.fetchBatch, id),
    services.fetchCouriers(),
  ])
  return whole && toShownBatch(whole, settingsFor(couriers, whole.batch.courier))
}

/** What a change of the orders of the batch is planned of. */
export function plannedOf(rows: readonly BatchRow[]): PlannedOrder[] {
  return rows.filter(isOpenRow).map(toPlanned)
}

function toPlanned({ order, reasons }: BatchRow): PlannedOrder {
  return { ...order, reasons, fullName: order.shippingAddress.fullName }
}

/** What is handed over: what is here, and what gets a number. */
export function shippedOf(rows: readonly BatchRow[], numbers: Numbers): PlannedOrder[] {
  return plannedOf(rows.filter((row) => isHere(row) || numbers.has(row.order.id)))
}

/** Shipped, with the numbers in the same act. Asks first where some of them would stay here. */
async function ship({ bulk, $doing }: Page, rows: readonly BatchRow[], numbers: Numbers) {
  const choice = { status: 'shipped' as const, courier: undefined, numbers }
  const plan = planBulk(shippedOf(rows, numbers), choice, new Set())
  bulk.close()
  bulk.choose(choice)
  $doing.set(plan.leftOut.size > 0 ? 'shipping' : undefined)
  if (plan.leftOut.size === 0) await bulk.start(plan)
}

function notePrinted({ acts, saving, remote }: Page, batch: number, printed: boolean) {
  return saving.submit(async () => {
    await acts.one('print', { id: String(batch), printed }, `${batch} ${printed}`)
    await remote.load()
    return undefined
  })
}

/** The order has no courier and no number again, and waits to be packed. */
function takeOut({ acts, saving, remote }: Page, { order: { id, version } }: BatchRow) {
  return saving.submit(async () => {
    const row = { id, version, courier: null, trackingNumber: null }
    const result = await acts.one('book', row, id)
    if (result.ok) offerUndo(`${id} is out`, undoOf(result, remote.load))
    else sayChanged('Not taken out')
    await remote.load()
    return undefined
  })
}

function undoneSentence(results: readonly RowResult[]): string {
  const undone = results.filter(({ ok }) => ok).length
  const staying = results.length - undone
  const stay =
    staying > 0 ? ` ${staying} stay as they are: closed, tracked, or sent once more.` : ''
  return `Undone. To pack again: ${undone}.${stay}`
}

function withChange(shown: ShownBatch, id: string, change: Partial<BatchRow['order']>): ShownBatch {
  return {
    ...shown,
    rows: shown.rows.map((row) =>
      row.order.id === id ? { ...row, order: { ...row.order, ...change } } : row,
    ),
  }
}
