/* Requests about batches. Each may throw a ShopError. */
import { adminRpc } from '#admin/auth/admin-request.ts'
import { toOrder } from '#admin/order/whole-order.api.ts'
import { olderOf, pagingFrom, type TrailQuery } from '#desk/lists/trail.ts'
import type { Batch, BatchOrder, PageOfBatches, WholeBatch } from './batches.ts'

/** A page of batches, newest first. */
export async function fetchBatches(query: TrailQuery): Promise<PageOfBatches> {
  const page = await adminRpc<ListResponse>('admin_batches', olderOf(query))
  return { rows: page.batches, ...pagingFrom(query, page.older) }
}

interface ListResponse {
  batches: Batch[]
  older: number | null
}

/** A batch with all of its orders; null where no batch has this id. */
export async function fetchBatch(id: number): Promise<WholeBatch | null> {
  const whole = await adminRpc<BatchResponse | null>('admin_batch', { id })
  if (!whole) return null
  const orders = whole.orders.map(({ reasons, cells, leftAt, ...json }) => {
    return { order: toOrder(json), reasons, cells, leftAt }
  })
  return { batch: whole.batch, orders }
}

interface BatchResponse extends Pick<WholeBatch, 'batch'> {
  orders: Omit<BatchOrder, 'order'>[]
}
