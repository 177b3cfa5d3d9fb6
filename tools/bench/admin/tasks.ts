/* What the owner does, as calls of the API, on the orders that are there. */

import type { BenchStore } from '../backend.ts'
import { type Call, rpc } from './admin-api.ts'

export interface Task {
  name: string
  call: Call
  /** How many times slower than with 100 orders it may be with 1,000,000. */
  limit: number
}

export async function tasksFor(store: BenchStore): Promise<Task[]> {
  const seen = await lookAround(store)
  const { deep, deepCustomer } = seen
  return [
    { name: 'Orders, first page', call: rpc('admin_orders', { p: {} }), limit: 1.5 },
    {
      name: 'Orders, older page at 90 %',
      call: rpc('admin_orders', { p: { older: deep } }),
      limit: 1.5,
    },
    {
      name: 'Orders, newer page at 90 %',
      call: rpc('admin_orders', { p: { newer: deep } }),
      limit: 1.5,
    },
    {
      name: 'Filter: delivered',
      call: rpc('admin_orders', { p: { status: 'delivered' } }),
      limit: 5,
    },
    {
      name: 'Filter: cancelled',
      call: rpc('admin_orders', { p: { status: 'cancelled' } }),
      limit: 5,
    },
    search('a common first name', { search: 'muhammad' }),
    search('a common name among the cancelled', { search: 'muhammad', status: 'cancelled' }),
    search('a rare name', { search: 'zarmina baloch' }),
    search('a rare name among the cancelled', { search: 'zarmina baloch', status: 'cancelled' }),
    search('a name in Urdu', { search: 'زینب' }),
    search('a whole id', { search: seen.id }),
    search('half an id', { search: seen.id.slice(2, 6) }),
    search('two letters', { search: 'za' }),
    search('two characters of nobody', { search: '%_' }),
    search('a name of nobody', { search: 'nobody at all' }),
    { name: 'Numbers beside the filters', call: rpc('admin_order_counts'), limit: 5 },
    { name: 'Dashboard', call: rpc('admin_dashboard'), limit: 5 },
    { name: 'One order', call: rpc('admin_order', { p_id: seen.id }), limit: 5 },
    { name: 'Move an order along', call: move(seen.moved), limit: 5 },
    { name: 'Customers, first page', call: rpc('admin_customers', { p: {} }), limit: 5 },
    {
      name: 'Customers, page at 90 %',
      call: rpc('admin_customers', { p: { older: deepCustomer } }),
      limit: 5,
    },
    {
      name: 'Customers, a rare name',
      call: rpc('admin_customers', { p: { search: 'zarmina baloch' } }),
      limit: 5,
    },
    {
      name: 'Customers, a phone',
      call: rpc('admin_customers', { p: { search: seen.phone } }),
      limit: 5,
    },
    {
      name: 'Customers, an e-mail',
      call: rpc('admin_customers', { p: { search: 'muhammad.khan@' } }),
      limit: 5,
    },
  ]
}

function search(what: string, p: { search: string; status?: string }): Task {
  return { name: `Search: ${what}`, call: rpc('admin_orders', { p }), limit: 5 }
}

/** Really written, each time: the status turns around. */
function move(id: string): Call {
  return {
    method: 'PATCH',
    path: `orders?id=eq.${id}`,
    body: (nth) => ({ status: nth % 2 ? 'shipped' : 'delivered' }),
  }
}

/** The store was filled by one recipe, so these are found at every size. */
async function lookAround({ transaction }: BenchStore) {
  return transaction(async (query) => {
    const [order] = await query(`
      select date, id, shipping_address ->> 'phone' as phone from public.orders
      order by date, id offset (select count(*) / 10 from public.orders) limit 1
    `)
    const [moved] = await query(`
      select id from public.orders
      order by date, id offset (select count(*) / 2 from public.orders) limit 1
    `)
    const [customer] = await query(`
      select last_order_date as date, key from private.customers
      order by last_order_date, key offset (select count(*) / 10 from private.customers) limit 1
    `)
    return {
      id: String(order?.['id']),
      phone: String(order?.['phone']),
      moved: String(moved?.['id']),
      deep: order,
      deepCustomer: customer,
    }
  })
}
