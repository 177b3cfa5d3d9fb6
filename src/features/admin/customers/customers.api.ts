import { adminClient } from '#api/admin-client.ts'
import { askAdmin } from '#features/admin/auth/ask-admin.ts'
import { toMinor } from '#shared/money.ts'
import type { CustomerCursor, CustomerPage, CustomerQuery } from './customer-list.ts'

/** One page, grouped, counted and searched by the database. */
export async function fetchCustomers({
  search,
  before,
  after,
}: CustomerQuery): Promise<CustomerPage> {
  const p = {
    search,
    ...(before && { newer: { ...before } }),
    ...(after && { older: { ...after } }),
  }
  const page = (await askAdmin(adminClient.rpc('admin_customers', { p }))) as unknown as StoredPage
  return {
    customers: page.customers.map((customer) => ({
      ...customer,
      totalSpent: toMinor(customer.totalSpent),
    })),
    total: page.total,
    older: page.older ?? undefined,
    newer: page.newer ?? undefined,
  }
}

interface StoredPage extends Pick<CustomerPage, 'customers' | 'total'> {
  older: CustomerCursor | null
  newer: CustomerCursor | null
}
