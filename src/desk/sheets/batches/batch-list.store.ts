/* The list of batches. */
import { createList } from '#admin/lists/list.store.ts'
import { type TrailQuery, trailParams } from '#desk/lists/trail.ts'
import { withCouriers } from '#desk/sheets/couriers/with-couriers.ts'
import type { QueryUrl } from '#kit/query-state.ts'
import { fetchBatches } from './batches.api.ts'
import type { PageOfBatches } from './batches.ts'

interface ListOptions {
  url?: QueryUrl
  fetchBatches?: typeof fetchBatches
}

export function createBatchList({ fetchBatches: fetch = fetchBatches, ...url }: ListOptions = {}) {
  return createList<TrailQuery, PageOfBatches>({
    ...url,
    schema: trailParams(),
    fetchPage: (query) => withCouriers(fetch(query)),
    errorMessage: 'Error fetching batches',
    reloadsWhenVisible: true,
  })
}

export type BatchListStore = ReturnType<typeof createBatchList>
