import { adminRpc } from '#admin/auth/admin-request.ts'
import type { StoredMark } from '#admin/orders/marks/marks.ts'
import type { OrderStatus } from '#order/status.ts'

/** Open marked orders that no courier has, with the same mark for the same reason. */
interface MarkedGroup {
  mark: StoredMark
  group: string
  orders: number
}

/** Marked orders are counted up to 1,000. */
export type OrderCounts = Record<OrderStatus | 'all' | 'marked', number> & {
  /** The largest first. */
  groups: MarkedGroup[]
}

export async function fetchCounts(): Promise<OrderCounts> {
  return adminRpc<OrderCounts>('admin_order_counts')
}
