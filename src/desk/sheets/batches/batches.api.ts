/* Requests about batches. Each may throw a ShopError. */
import { adminClient } from '#admin/auth/admin-client.ts'
import { adminCall } from '#admin/auth/admin-request.ts'
import { olderOf, pagingFrom, type TrailQuery } from '#admin/lists/trail.ts'
import { toOrder } from '#admin/order/orders.api.ts'
import type { Batch, BatchOrder, BatchPage, PageOfBatches } from './batches.ts'

/** A page of batches, newest first. */
export async function fetchBatches(query: TrailQuery): Promise<PageOfBatches> {
  const p = olderOf(query)
  const page = await adminCall<ListResponse>(adminClient.rpc('admin_batches', { p }))
  return { rows: page.batches, ...pagingFrom(query, page.older) }
}

interface ListResponse {
  batches: Batch[]
  older: number | null
}

/** A batch and at most `BATCH_SIZE` of its orders after a position; null where no batch has this id. */
export async function fetchBatch(id: number, after?: number): Promise<BatchPage | null> {
  const p = after === undefined ? { id } : { id, after }
  const page = await adminCall<PageResponse | null>(adminClient.rpc('admin_batch', { p }))
  return (
    page && {
      ...page,
      orders: page.orders.map((json) => ({
        order: toOrder(json),
        reasons: json.reasons,
        cells: json.cells,
        leftAt: json.leftAt,
      })),
    }
  )
}

interface PageResponse extends Omit<BatchPage, 'orders'> {
  orders: Pick<BatchOrder, 'cells' | 'leftAt' | 'reasons'>[]
}
