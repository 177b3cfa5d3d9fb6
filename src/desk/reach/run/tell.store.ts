/* Telling customers that their parcels are on the way, one after the other (docs/desk-rules.md, rule 21.21). */
import { idParam } from '#admin/lists/list.ts'
import { pagesOf } from '#admin/orders/all-orders.ts'
import { NO_ORDER_FILTER } from '#admin/orders/order-filter.ts'
import { fetchOrders } from '#admin/orders/orders.api.ts'
import type { MessageLanguage } from '#kit/locale.ts'
import { queryState } from '#kit/query-state.ts'
import { createQueue, queueServices } from './queue.store.ts'

const defaults = { ...queueServices, fetchUntold }

export function createTeller(options: Partial<typeof defaults> = {}) {
  const services = { ...defaults, ...options }
  const queue = createQueue({
    name: 'tell',
    services,
    fetchNext: async (skipped) => {
      const { ids, hasMore } = await services.fetchUntold(skipped)
      return { id: ids[0] ?? null, due: ids.length, hasMore }
    },
  })
  return {
    ...queue,
    /** The chat is opened by the link itself. */
    tell: (language: MessageLanguage) =>
      queue.press(({ found }) => ({
        act: 'tell',
        rows: [{ id: found.order.id, kind: 'shipped', language }],
        name: 'WhatsApp',
      })),
  }
}

export type TellerStore = ReturnType<typeof createTeller>

/**
 * Orders whose customers are to be told, of the batch in the URL or of all, the longest on its way first, without those
 * that were passed over.
 */
export async function fetchUntold(
  skipped: readonly string[],
  fetchPage = fetchOrders,
): Promise<{ ids: string[]; hasMore: boolean }> {
  const { batch } = queryState({ batch: { ...idParam, name: 'batch' } }).$query.get()
  const filter = {
    ...NO_ORDER_FILTER,
    stage: 'to_tell' as const,
    batch: batch ? String(batch) : '',
  }
  for await (const { rows, hasMore } of pagesOf(filter, fetchPage)) {
    const ids = rows.map(({ id }) => id).filter((id) => !skipped.includes(id))
    if (ids.length > 0) return { ids, hasMore }
  }
  return { ids: [], hasMore: false }
}
