import type { fetchBatch } from './batches.api.ts'
import type { WholeBatch } from './batches.ts'

/** A batch with all of its orders, page by page; null where no batch has this id. */
export async function wholeBatch(fetch: typeof fetchBatch, id: number): Promise<WholeBatch | null> {
  const first = await fetch(id)
  if (!first) return null
  const orders = [...first.orders]
  let { next } = first
  while (next !== null) {
    const page = await fetch(id, next)
    orders.push(...(page?.orders ?? []))
    next = page?.next ?? null
  }
  return { batch: first.batch, orders }
}
