import { adminClient } from '#api/admin-client.ts'
import { toMinor } from '#shared/money.ts'
import { adminRequest } from '../auth/admin-request.ts'
import type { Cursor } from '../lists/list.ts'
import type { Customer, CustomerPage, CustomerQuery } from './customers.ts'

/** One page, grouped, counted and searched by the database. */
export async function fetchCustomers({
  search,
  older,
  newer,
}: CustomerQuery): Promise<CustomerPage> {
  const p = {
    search,
    ...(older && { older: { ...older } }),
    ...(newer && { newer: { ...newer } }),
  }
  const page = (await adminRequest(
    adminClient.rpc('admin_customers', { p }),
  )) as unknown as CustomersResponse
  return {
    rows: page.customers.map((customer) => ({
      ...customer,
      totalSpent: toMinor(customer.totalSpent),
    })),
    total: page.total,
    older: page.older ?? undefined,
    newer: page.newer ?? undefined,
  }
}

interface CustomersResponse {
  customers: Customer[]
  total: number
  older: Cursor | null
  newer: Cursor | null
}
