/* Everything on the page of one batch (docs/desk-rules.md, rule 21.11). */

import { atom, computed, type WritableAtom } from 'nanostores'
import { createActs } from '#admin/acts/acts.store.ts'
import { type PlannedOrder, planRow } from '#admin/acts/dispatch-row.ts'
import { idParam } from '#admin/lists/list.ts'
import { createPrinting } from '#admin/print/printing.store.ts'
import { createToastSubmit } from '#admin/toast-submit.ts'
import {
  type BulkRun,
  type BulkServices,
  type BulkStore,
  createBulk,
} from '#desk/acts/bulk/bulk.store.ts'
import { isSaved } from '#desk/acts/bulk/bulk-act.ts'
import { planBulk } from '#desk/acts/bulk/plan.ts'
import { createNumbers } from '#desk/files/numbers/numbers.store.ts'
import { settingsFor } from '#desk/sheets/couriers/courier-settings.ts'
import { fetchCouriers } from '#desk/sheets/couriers/couriers.api.ts'
import { type QueryUrl, queryState } from '#kit/query-state.ts'
import { createRemoteStore, stopAll } from '#kit/remote/remote-store.ts'
import { createBatchFile } from './batch-file.store.ts'
import {
  type BatchRow,
  isHere,
  isOpenRow,
  receiversOf,
  type ShownBatch,
  toShownBatch,
} from './batch-rows.ts'
import { fetchBatch } from './batches.api.ts'
import type { Batch, BatchAct } from './batches.ts'
import { type BatchPaper, collectPaper } from './print-batch.ts'

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
  const bulk = createBulk({
    ...bulkServices,
    key: `Batch ${$query.get().id}`,
    onSaved: (id, change) => remote.update((shown) => shown && withChange(shown, id, change)),
  })
  const numbers = createNumbers({ key: String($query.get().id) })
  const file = createBatchFile()
  const acts = createActs<string>(bulkServices)
  const { submit } = createToastSubmit('Error changing a batch')
  const page: BatchPageParts = { bulk, $isPasting: atom(false), $isAsking: atom(false) }

  /** Opens the panel, and closes the result of the step before. */
  function pasteNumbers(): void {
    bulk.close()
    page.$isPasting.set(true)
  }

  /** Closes the panel. What was pasted stays until it is sent. */
  function endPasting(): void {
    page.$isPasting.set(false)
    numbers.clear()
  }

  /** Saves whether papers of the batch were printed. */
  const notePrinted = (printed: boolean) =>
    submit(async () => {
      await acts.one('print', { id: String($query.get().id), printed }, String(printed))
      await remote.load()
      return undefined
    })
  const printing = createPrinting({ onPrint: () => void notePrinted(true) })

  return {
    ...remote,
    printing,
    numbers,
    bulk,
    file,
    $isPasting: page.$isPasting,
    /** Whether it is asked before a hand-over. */
    $isAsking: page.$isAsking,
    /** Whether what is open below the steps has the filled button. */
    $isBelow: computed(
      [page.$isPasting, bulk.$bulk, file.$file],
      (isPasting, change, { step }) =>
        isPasting ||
        (change.step !== 'choosing' && !isAllSaved(change)) ||
        ['cities', 'failed'].includes(step),
    ),
    pasteNumbers,
    /** Opens the panel with the numbers of a courier's file. */
    readNumbers: (chosen: File, shown: ShownBatch) => {
      pasteNumbers()
      void numbers.read(chosen, receiversOf(shown))
    },
    endPasting,
    print: (batch: Batch, what: BatchPaper) =>
      printing.start(() => collectPaper(what, batch, services.fetchBatch)),
    notPrinted: () => notePrinted(false),
    /** Through the bulk change, which can be undone. The preview has shown the numbers of delivered orders as well. */
    saveNumbers: ({ rows }: ShownBatch, found: Numbers) => {
      const choice = { status: undefined, courier: undefined, numbers: found }
      return bulk.start(planBulk(plannedOf(rows), choice, new Set(['delivered'])))
    },
    ship: ({ rows }: ShownBatch, found: Numbers = new Map()) => ship(page, rows, found),
    /** Takes back acts of the batch, or what made it. */
    undo: ({ rows }: ShownBatch, acts: readonly Pick<BatchAct, 'request' | 'ids'>[]) =>
      bulk.undoActs(
        acts.map(({ request, ids }) => ({
          request,
          rows: rows
            .filter(({ order }) => ids.includes(order.id))
            .map((row) => planRow(toPlanned(row), {})),
        })),
      ),
    start: () =>
      stopAll(
        remote.start(),
        bulk.guardPage(),
        bulk.$bulk.listen((now, before) => {
          if (now.step === 'saving') endPasting()
          // Steps, counts and sent rows are the database's.
          if (before?.step !== 'saving' || now.step !== 'done') return
          void remote.load()
          if (gaveNumbers(now) && isAllSaved(now)) numbers.$pasted.set('')
        }),
        file.$file.listen(({ step }) => {
          if (step === 'done') void remote.load()
        }),
      ),
  }
}

export type BatchPageStore = ReturnType<typeof createBatchPage>

type Numbers = ReadonlyMap<string, string>

interface BatchPageParts {
  bulk: BulkStore
  $isPasting: WritableAtom<boolean>
  $isAsking: WritableAtom<boolean>
}

/** Whether every row is saved: then the steps show the result, and nothing else has to. */
export function isAllSaved({ step, rows }: BulkRun): boolean {
  return step === 'done' && rows.every(isSaved)
}

function gaveNumbers({ isUndo, rows }: BulkRun): boolean {
  return !isUndo && rows.some(({ change }) => change.trackingNumber)
}

async function load(id: number, services: typeof defaults): Promise<ShownBatch | null> {
  if (id === 0) return null
  const [whole, couriers] = await Promise.all([services.fetchBatch(id), services.fetchCouriers()])
  return whole && toShownBatch(whole, settingsFor(couriers, whole.batch.courier))
}

/** The orders of the batch that a bulk change is planned for. */
export function plannedOf(rows: readonly BatchRow[]): PlannedOrder[] {
  return rows.filter(isOpenRow).map(toPlanned)
}

function toPlanned({ order, reasons }: BatchRow): PlannedOrder {
  return { ...order, reasons, fullName: order.shippingAddress.fullName }
}

/** The orders that are handed over: those that are here, and those that get a number. */
export function shippedOf(rows: readonly BatchRow[], numbers: Numbers): PlannedOrder[] {
  return plannedOf(rows.filter((row) => isHere(row) || numbers.has(row.order.id)))
}

/** Ships, and saves the numbers by the same act. Asks first where some orders would stay here. */
async function ship(
  { bulk, $isAsking }: BatchPageParts,
  rows: readonly BatchRow[],
  numbers: Numbers,
) {
  const choice = { status: 'shipped' as const, courier: undefined, numbers }
  const plan = planBulk(shippedOf(rows, numbers), choice, new Set())
  bulk.close()
  bulk.choose(choice)
  if (plan.leftOut.size > 0) $isAsking.set(true)
  else await bulk.start(plan)
}

function withChange(shown: ShownBatch, id: string, change: Partial<BatchRow['order']>): ShownBatch {
  return {
    ...shown,
    rows: shown.rows.map((row) =>
      row.order.id === id ? { ...row, order: { ...row.order, ...change } } : row,
    ),
  }
}
