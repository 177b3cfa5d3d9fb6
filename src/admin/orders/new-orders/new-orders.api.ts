import { adminClient } from '#admin/auth/admin-client.ts'
import { adminRequest } from '#admin/auth/admin-request.ts'
import { MAX_PAGE_SIZE } from '#admin/order/orders.ts'
import type { CustomerAct } from './customer-acts.ts'

/**
 * The dates of the orders that came in after `date`, newest first and at most `MAX_PAGE_SIZE`; of all
 * orders without it. In the database's own text, so that no digit is lost.
 */
export async function fetchDatesSince(date: string): Promise<string[]> {
  const orders = adminClient.from('orders').select('date').order('date', { ascending: false })
  const newest = date ? orders.gt('date', date) : orders
  return toDates(await adminRequest(newest.limit(MAX_PAGE_SIZE)))
}

/** The date of the newest order; '' in an empty shop. */
export async function fetchNewestDate(): Promise<string> {
  const orders = adminClient.from('orders').select('date').order('date', { ascending: false })
  return toDates(await adminRequest(orders.limit(1)))[0] ?? ''
}

function toDates(orders: { date: string }[]): string[] {
  return orders.map(({ date }) => date)
}

export interface CustomerActs {
  /** To ask from the next time. */
  newest: string
  /** Newest first. */
  acts: CustomerAct[]
}

/** What customers did after this moment and no admin has seen; without one, the moment to ask from. */
export function fetchActs(after: string | null): Promise<CustomerActs> {
  return adminRequest(adminClient.rpc('admin_customer_acts', { p: { ...(after && { after }) } }))
}
