/* Everything on the page of one batch (docs/product.md, rule 21.11). */

import { idParam } from '#admin/lists/list.ts'
import { createPrinting } from '#admin/print/printing.store.ts'
import { type BulkServices, createBulk } from '#desk/acts/bulk/bulk.store.ts'
import { planBulk } from '#desk/acts/bulk/plan.ts'
import type { PlannedOrder } from '#desk/acts/row.ts'
import { createNumbers } from '#desk/files/numbers/numbers.store.ts'
import { settingsFor } from '#desk/sheets/couriers/courier-settings.ts'
import { fetchCouriers } from '#desk/sheets/couriers/couriers.api.ts'
import { type QueryUrl, queryState } from '#kit/query-state.ts'
import { createRemoteStore, stopAll } from '#kit/remote/remote-store.ts'
import { type BatchRow, isOpenRow, type ShownBatch, toShownBatch } from './batch-rows.ts'
import { fetchBatch } from './batches.api.ts'
import { wholeBatch } from './large-batches.ts'
import { type BatchPaper, printBatch } from './print-batch.ts'

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
    keepsValue: true,
    retriesWhenOnline: true,
  })
  const printing = createPrinting()
  const numbers = createNumbers()
  const bulk = createBulk({
    ...bulkServices,
    place: `Batch ${$query.get().id}`,
    onSaved: (id, change) => remote.update((shown) => shown && withChange(shown, id, change)),
  })

  /** Through the bulk change, which shows progress and can be undone. */
  function saveNumbers(shown: ShownBatch, found: ReadonlyMap<string, string>): Promise<void> {
    numbers.clear()
    const choice = { status: undefined, courier: undefined, numbers: found }
    // The preview has shown the numbers of delivered orders as well.
    return bulk.start(planBulk(plannedOf(shown.rows), choice, new Set(['delivered'])))
  }

  const start = () => stopAll(remote.start(), bulk.guardPage())

  return {
    ...remote,
    printing,
    numbers,
    bulk,
    print: ({ batch }: ShownBatch, what: BatchPaper) =>
      printBatch(printing, batch, what, services.fetchBatch),
    saveNumbers,
    start,
  }
}

export type BatchPageStore = ReturnType<typeof createBatchPage>

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
  return rows.filter(isOpenRow).map(({ order, reasons }) => ({
    ...order,
    reasons,
    fullName: order.shippingAddress.fullName,
  }))
}

function withChange(shown: ShownBatch, id: string, change: Partial<BatchRow['order']>): ShownBatch {
  return {
    ...shown,
    rows: shown.rows.map((row) =>
      row.order.id === id ? { ...row, order: { ...row.order, ...change } } : row,
    ),
  }
}
