import { adminClient } from '#admin/auth/admin-client.ts'
import { adminRequest, adminRpc } from '#admin/auth/admin-request.ts'
import { MAX_PAGE_SIZE } from '#admin/order/whole-order.ts'
import type { CustomerAct } from './customer-acts.ts'

/**
 * The dates of the orders that came in after `date`, newest first and at most `limit`; of all orders where it is ''.
 * In the database's own text, so that no digit is lost.
 */
export async function fetchDatesSince(date: string, limit = MAX_PAGE_SIZE): Promise<string[]> {
  const orders = adminClient.from('orders').select('date').order('date', { ascending: false })
  const newest = date ? orders.gt('date', date) : orders
  const rows = await adminRequest<{ date: string }[]>(newest.limit(limit))
  return rows.map((order) => order.date)
}

export interface CustomerActs {
  /** To ask from the next time. */
  newest: string
  /** Newest first. */
  acts: CustomerAct[]
}

/** What customers did after this moment and no admin has seen; without one, the moment to ask from. */
export function fetchActs(after: string | null): Promise<CustomerActs> {
  return adminRpc('admin_customer_acts', { ...(after && { after }) })
}
