import { adminCall, adminRpc } from '#admin/auth/admin-request.ts'
import { type PagingJson, pageParams, toPaging } from '#admin/lists/list.ts'
import { toMinor } from '#kit/money.ts'
import type { Customer, CustomerPage, CustomerQuery } from './customers.ts'

/** One page, grouped, counted and searched by the database. */
export async function fetchCustomers(query: CustomerQuery): Promise<CustomerPage> {
  const p = { search: query.search, ...pageParams(query) }
  const { customers, total, ...paging } = await adminRpc<CustomersResponse>('admin_customers', p)
  const rows = customers.map((customer) => ({
    ...customer,
    totalSpent: toMinor(customer.totalSpent),
  }))
  return { rows, total, ...toPaging(paging) }
}

interface CustomersResponse extends PagingJson {
  customers: Customer[]
  total: number
}

/** A customer by key, or the customer of an order by its id. */
export type WhoseData = { key: string } | { order: string }

export type ErasingResult =
  /** How many orders were erased, and how many other customers have the same phone. */
  | { ok: true; orders: number; otherNames: number }
  | { ok: false; code: 'open_orders'; orders: number }
  | { ok: false; code: 'not_found' }

/** Erases for good, in all orders of the customer. May throw a ShopError. */
export function eraseCustomer(whose: WhoseData): Promise<ErasingResult> {
  return adminCall('admin_erase_customer', whose)
}
