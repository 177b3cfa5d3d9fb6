/* The list of batches. */
import { createList } from '#admin/lists/list.store.ts'
import { type TrailQuery, trailParams } from '#admin/lists/trail.ts'
import { withCouriers } from '#desk/sheets/couriers/with-couriers.ts'
import { fetchBatches } from './batches.api.ts'
import type { PageOfBatches } from './batches.ts'

export function createBatchList() {
  return createList<TrailQuery, PageOfBatches>({
    schema: trailParams(),
    fetchPage: (query) => withCouriers(fetchBatches(query)),
    errorMessage: 'Error fetching batches',
  })
}

export type BatchListStore = ReturnType<typeof createBatchList>
