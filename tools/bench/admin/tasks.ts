/* What the admin does, as calls of the API. */

import { type BenchBackend, type Call, rpc } from './backend.ts'

export interface Task {
  name: string
  call: Call
  /** How many times slower than with 100 orders it may be with 1,000,000. */
  limit: number
}

export async function tasksFor(backend: BenchBackend): Promise<Task[]> {
  const seen = await findExamples(backend)
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
    task('Filter: delivered', rpc('admin_orders', { p: { status: 'delivered' } })),
    task('Filter: cancelled', rpc('admin_orders', { p: { status: 'cancelled' } })),
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
    task('Numbers beside the filters', rpc('admin_order_counts')),
    task('Dashboard', rpc('admin_dashboard')),
    task('One order', rpc('admin_order', { p_id: seen.id })),
    task('Move an order along', move(seen.moved)),
    task('Customers, first page', rpc('admin_customers', { p: {} })),
    task('Customers, page at 90 %', rpc('admin_customers', { p: { older: deepCustomer } })),
    task('Customers, a rare name', rpc('admin_customers', { p: { search: 'zarmina baloch' } })),
    task('Customers, a phone', rpc('admin_customers', { p: { search: seen.phone } })),
    task('Customers, an e-mail', rpc('admin_customers', { p: { search: 'muhammad.khan@' } })),
  ]
}

function task(name: string, call: Call): Task {
  return { name, call, limit: 5 }
}

function search(what: string, p: { search: string; status?: string }): Task {
  return task(`Search: ${what}`, rpc('admin_orders', { p }))
}

/** The status alternates, so every call is a change. */
function move(id: string): Call {
  return {
    method: 'PATCH',
    path: `orders?id=eq.${id}`,
    body: (nth) => ({ status: nth % 2 ? 'shipped' : 'delivered' }),
  }
}

/** Orders and customers that exist at every size. */
async function findExamples({ transaction }: BenchBackend) {
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
