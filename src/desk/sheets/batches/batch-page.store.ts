/* Everything on the page of one batch (docs/desk-rules.md, rule 21.11). */

import { atom, computed } from 'nanostores'
import { createActs } from '#admin/acts/acts.store.ts'
import { type PlannedOrder, planRow } from '#admin/acts/dispatch-row.ts'
import { idParam } from '#admin/lists/list.ts'
import { createPrinting } from '#admin/print/printing.store.ts'
import { createToastSubmit } from '#admin/toast-submit.ts'
import { type BulkRun, type BulkServices, createBulk, isSaved } from '#desk/acts/bulk/bulk.store.ts'
import { planBulk } from '#desk/acts/bulk/plan.ts'
import { createNumbers } from '#desk/files/numbers/numbers.store.ts'
import { settingsFor } from '#desk/sheets/couriers/courier-settings.ts'
import { fetchCouriers } from '#desk/sheets/couriers/couriers.api.ts'
import { type QueryUrl, queryState } from '#kit/query-state.ts'
import { createRemoteStore, stopAll } from '#kit/remote/remote-store.ts'
import { createBatchFile } from './batch-file.store.ts'
import {
  type BatchPaper,
  type BatchRow,
  isHere,
  isOpenRow,
  paperOf,
  receiversOf,
  type ShownBatch,
  toShownBatch,
} from './batch-rows.ts'
import { fetchBatch } from './batches.api.ts'
import type { Batch, BatchAct } from './batches.ts'

const defaults = { fetchBatch, fetchCouriers }

interface PageOptions extends Partial<typeof defaults> {
  url?: QueryUrl
  bulk?: Partial<BulkServices>
}

type Numbers = ReadonlyMap<string, string>

export function createBatchPage({ url, bulk: bulkServices, ...options }: PageOptions = {}) {
  const services = { ...defaults, ...options }
  const { $query } = queryState({ id: idParam }, url && { url })
  const { id } = $query.get()
  const remote = createRemoteStore(load, {
    errorMessage: 'Error fetching a batch',
    reloadsWhenVisible: true,
  })
  const bulk = createBulk({
    ...bulkServices,
    key: `Batch ${id}`,
    onSaved: (orderId, change) =>
      remote.update(
        (shown) =>
          shown && {
            ...shown,
            rows: shown.rows.map((row) =>
              row.order.id === orderId ? { ...row, order: { ...row.order, ...change } } : row,
            ),
          },
      ),
  })
  const numbers = createNumbers({ key: String(id) })
  const file = createBatchFile()
  const acts = createActs<string>(bulkServices)
  const { submit } = createToastSubmit('Error changing a batch')
  const printing = createPrinting({ onPrint: () => void notePrinted(true) })
  const $isPasting = atom(false)
  /** Whether it is asked before a hand-over. */
  const $isAsking = atom(false)

  /** Null where no batch has the id of the URL. */
  async function load(): Promise<ShownBatch | null> {
    if (id === 0) return null
    const [whole, couriers] = await Promise.all([services.fetchBatch(id), services.fetchCouriers()])
    return whole && toShownBatch(whole, settingsFor(couriers, whole.batch.courier))
  }

  /** Saves whether papers of the batch were printed. */
  function notePrinted(printed: boolean): Promise<boolean> {
    return submit(async () => {
      await acts.one('print', { id: String(id), printed }, String(printed))
      await remote.load()
      return undefined
    })
  }

  /** Opens the panel, and closes the result of the step before. */
  function pasteNumbers(): void {
    bulk.close()
    $isPasting.set(true)
  }

  /** Closes the panel. What was pasted stays until it is sent. */
  function endPasting(): void {
    $isPasting.set(false)
    numbers.clear()
  }

  /** Ships, and saves the numbers by the same act. Asks first where some orders would stay here. */
  async function ship({ rows }: ShownBatch, found: Numbers = new Map()): Promise<void> {
    const choice = { status: 'shipped' as const, courier: undefined, numbers: found }
    const plan = planBulk(shippedOf(rows, found), choice, new Set())
    bulk.close()
    bulk.choose(choice)
    if (plan.leftOut.size > 0) $isAsking.set(true)
    else await bulk.start(plan)
  }

  return {
    ...remote,
    printing,
    numbers,
    bulk,
    file,
    $isPasting,
    $isAsking,
    /** Whether what is open below the steps has the filled button. */
    $isBelow: computed(
      [$isPasting, bulk.$bulk, file.$file],
      (isPasting, change, { step }) =>
        isPasting ||
        (change.step !== 'choosing' && !isAllSaved(change)) ||
        ['cities', 'failed'].includes(step),
    ),
    pasteNumbers,
    /** Opens the panel with the numbers of a courier's file. */
    readNumbers(chosen: File, shown: ShownBatch): void {
      pasteNumbers()
      void numbers.read(chosen, receiversOf(shown))
    },
    endPasting,
    /** The orders are loaded when they are printed: one may have been cancelled since the page was. */
    print: (batch: Batch, what: BatchPaper) =>
      printing.start(async () => {
        const whole = await services.fetchBatch(id)
        return paperOf(what, batch, whole?.orders ?? [])
      }),
    notPrinted: () => notePrinted(false),
    /** Through the bulk change, which can be undone. The preview has shown the numbers of delivered orders as well. */
    saveNumbers: ({ rows }: ShownBatch, found: Numbers) => {
      const choice = { status: undefined, courier: undefined, numbers: found }
      return bulk.start(planBulk(plannedOf(rows), choice, new Set(['delivered'])))
    },
    ship,
    /** Takes back acts of the batch, or what made it. */
    undo: ({ rows }: ShownBatch, made: readonly Pick<BatchAct, 'request' | 'ids'>[]) =>
      bulk.undoActs(
        made.map(({ request, ids }) => ({
          request,
          rows: rows
            .filter(({ order }) => ids.includes(order.id))
            .map((row) => planRow(toPlanned(row))),
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
          const gaveNumbers = !now.isUndo && now.rows.some(({ change }) => change.trackingNumber)
          if (gaveNumbers && isAllSaved(now)) numbers.$pasted.set('')
        }),
        file.$file.listen(({ step }) => {
          if (step === 'done') void remote.load()
        }),
      ),
  }
}

export type BatchPageStore = ReturnType<typeof createBatchPage>

/** Whether every row is saved: then the steps show the result, and nothing else has to. */
export function isAllSaved({ step, rows }: BulkRun): boolean {
  return step === 'done' && rows.every(isSaved)
}

/** The orders of the batch that a bulk change is planned for. */
export function plannedOf(rows: readonly BatchRow[]): PlannedOrder[] {
  return rows.filter(isOpenRow).map(toPlanned)
}

/** The orders that are handed over: those that are here, and those that get a number. */
export function shippedOf(rows: readonly BatchRow[], numbers: Numbers): PlannedOrder[] {
  return plannedOf(rows.filter((row) => isHere(row) || numbers.has(row.order.id)))
}

function toPlanned({ order, reasons }: BatchRow): PlannedOrder {
  return { ...order, reasons, fullName: order.shippingAddress.fullName }
}
