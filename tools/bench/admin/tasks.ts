/* What the admin does, as calls of the API. */
import { randomUUID } from 'node:crypto'
import { type BenchBackend, type BenchCall, benchRpc } from './backend.ts'
import { addOpenOrders } from './open-orders.ts'

export interface BenchTask {
  name: string
  call: BenchCall
  /** How many times slower than with 100 orders it may be with 1,000,000. */
  limit: number
}

export async function tasksFor(backend: BenchBackend): Promise<BenchTask[]> {
  const seen = await findExamples(backend)
  const { deep, deepCustomer } = seen
  return [
    { name: 'Orders, first page', call: benchRpc('admin_orders', { p: {} }), limit: 1.5 },
    {
      // Of 100 orders ten are left there.
      name: 'Orders, ten older at 90 %',
      call: benchRpc('admin_orders', { p: { older: deep, limit: 10 } }),
      limit: 1.5,
    },
    {
      name: 'Orders, newer page at 90 %',
      call: benchRpc('admin_orders', { p: { newer: deep } }),
      limit: 1.5,
    },
    {
      name: 'A list page of 100',
      call: benchRpc('admin_orders', { p: { limit: 100 } }),
      limit: 1.5,
    },
    task('Filter: delivered', benchRpc('admin_orders', { p: { status: 'delivered' } })),
    task('Filter: cancelled', benchRpc('admin_orders', { p: { status: 'cancelled' } })),
    search('a common first name', { search: 'muhammad' }),
    search('a common name among the cancelled', { search: 'muhammad', status: 'cancelled' }),
    search('a rare name', { search: 'zarmina baloch' }),
    search('a rare name among the cancelled', { search: 'zarmina baloch', status: 'cancelled' }),
    search('a name in Urdu', { search: 'زینب' }),
    search('a whole id', { search: seen.id }),
    search('half an id', { search: seen.id.slice(2, 6) }),
    search('a phone as WhatsApp shows it', { search: `+92 ${seen.phoneKey}` }),
    search('a phone with dashes', { search: seen.phoneKey.replace(/^(...)/, '0$1-') }),
    search('half a phone', { search: seen.phoneKey.slice(3, 8) }),
    search('the first digits of a phone', { search: `0${seen.phoneKey.slice(0, 5)}` }),
    search('a phone of nobody', { search: '0399 9999999' }),
    search('a city', { search: 'hyderabad' }),
    search('a rare city', { search: 'turbat' }),
    search('a tracking number', { search: seen.trackingNumber }),
    search('a name by its sound', { search: 'aysha' }),
    search('a rare name by its sound', { search: 'zarmeena balouch' }),
    search('a rare name and a rare city', { search: 'zermina turbat' }),
    search('an id as it is read out', { search: `#${seen.id.replace(/^..../, '$& ')}` }),
    search('two letters', { search: 'za' }),
    search('two characters of nobody', { search: '%_' }),
    search('a name of nobody', { search: 'nobody at all' }),
    task('Numbers beside the filters', benchRpc('admin_order_counts')),
    task('Dashboard', benchRpc('admin_dashboard')),
    task('One order', benchRpc('admin_order', { p_id: seen.id })),
    task('Change a tracking number', book(seen.moved, seen.version)),
    task('Customers, first page', benchRpc('admin_customers', { p: {} })),
    task('Customers, page at 90 %', benchRpc('admin_customers', { p: { older: deepCustomer } })),
    task(
      'Customers, a rare name',
      benchRpc('admin_customers', { p: { search: 'zarmina baloch' } }),
    ),
    task('Customers, a phone', benchRpc('admin_customers', { p: { search: seen.phone } })),
    task(
      'Customers, half a phone',
      benchRpc('admin_customers', { p: { search: seen.phoneKey.slice(3, 8) } }),
    ),
    task('Customers, an e-mail', benchRpc('admin_customers', { p: { search: 'muhammad.khan@' } })),
  ]
}

/** With this many open orders more in every shop, which wait to be confirmed and packed. */
export async function batchTasksFor(backend: BenchBackend, open: number): Promise<BenchTask[]> {
  const { ids, batch } = await addOpenOrders(backend, open)
  const lines = ids.map((id) => ({ trackingNumber: `BENCH-${id}` }))
  const anHourAgo = new Date(Date.now() - 3_600_000).toISOString()
  return [
    {
      name: 'A batch, 500 orders in full',
      call: benchRpc('admin_batch', { p: { id: batch } }),
      limit: 1.5,
    },
    {
      name: 'Numbers of 500 parcels',
      call: benchRpc('admin_match_lines', { p: { lines } }),
      limit: 5,
    },
    daily('Open: dashboard', benchRpc('admin_dashboard')),
    daily('Open: orders, first page', benchRpc('admin_orders', { p: {} })),
    daily('Open: stages', benchRpc('admin_stages')),
    ...[
      'to_confirm',
      'waiting',
      'to_pack',
      'needs_number',
      'on_the_way',
      'came_back',
      'cancelled',
    ].map((stage) =>
      daily(`Open: orders ${stage}`, benchRpc('admin_orders', { p: { filter: { stage } } })),
    ),
    ...['not_delivered', 'came_back'].map((stage) =>
      daily(`Open: parcels ${stage}`, benchRpc('admin_parcels', { p: { stage } })),
    ),
    daily('Open: payments', benchRpc('admin_statements', { p: {} })),
    daily(
      'Open: day and week',
      benchRpc('admin_evening', { p: { from: today(), until: today() } }),
    ),
    daily('Open: the run, its next order', benchRpc('admin_next_order', { p: DEVICE })),
    daily('Open: the run, who waits', benchRpc('admin_run_list', { p: DEVICE })),
    task('The run, what came of a call', {
      path: 'rpc/admin_act',
      body: () => act('attempt', anAttemptOf(String(ids[0]))),
    }),
    daily(
      'Open: customers to tell',
      benchRpc('admin_orders', { p: { filter: { stage: 'to_tell' }, limit: 100 } }),
    ),
    task('What customers did', benchRpc('admin_customer_acts', { p: { after: anHourAgo } })),
    daily('Batches, first page', benchRpc('admin_batches', { p: {} })),
    // Last: afterwards none of them is to be packed.
    task('Book 500 orders as a batch', {
      path: 'rpc/admin_act',
      // Another courier each time, so that all of them change.
      body: (nth) => ({
        p: {
          request: randomUUID(),
          act: 'batch',
          rows: [
            {
              id: '',
              courier: nth % 2 ? 'tcs' : 'postex',
              ids,
              includeExported: true,
              include: ['unconfirmed'],
            },
          ],
        },
      }),
    }),
  ]
}

const today = () => new Date().toISOString().slice(0, 10)

const DEVICE = { device: 'device-of-the-bench' }

function anAttemptOf(id: string) {
  return { id, act: 'yes', at: new Date().toISOString() }
}

function act(name: string, row: object) {
  return { p: { request: crypto.randomUUID(), act: name, rows: [row] } }
}

function task(name: string, call: BenchCall): BenchTask {
  return { name, call, limit: 5 }
}

/** What stands still with the number of open orders: the fewest have as many of them. */
function daily(name: string, call: BenchCall): BenchTask {
  return { name, call, limit: 2 }
}

function search(what: string, p: { search: string; status?: string }): BenchTask {
  return task(`Search: ${what}`, benchRpc('admin_orders', { p }))
}

/** Each call is a change, of the version that the last one made. */
function book(id: string, first: number): BenchCall {
  return {
    path: 'rpc/admin_act',
    body: (_nth, last) => {
      const version = last
        ? (JSON.parse(last) as { results: [{ order: { version: number } }] }).results[0].order
            .version
        : first
      return act('book', {
        id,
        version,
        trackingNumber: `BENCH-${version}`,
        include: ['unconfirmed'],
      })
    },
  }
}

/** Orders and customers that exist at every size. */
async function findExamples({ transaction }: BenchBackend) {
  return transaction(async (query) => {
    const [order] = await query(`
      select date, id, shipping_address ->> 'phone' as phone, phone_key from public.orders
      order by date, id offset (select count(*) / 10 from public.orders) limit 1
    `)
    const [moved] = await query(`
      select id, version, tracking_number from public.orders where tracking_number is not null
      order by date, id offset (select count(*) / 2 from public.orders) limit 1
    `)
    const [customer] = await query(`
      select last_order_date as date, key from private.customers
      order by last_order_date, key offset (select count(*) / 10 from private.customers) limit 1
    `)
    return {
      id: String(order?.['id']),
      phone: String(order?.['phone']),
      phoneKey: String(order?.['phone_key']),
      moved: String(moved?.['id']),
      version: Number(moved?.['version']),
      trackingNumber: String(moved?.['tracking_number']),
      deep: { date: order?.['date'], id: order?.['id'] },
      deepCustomer: customer,
    }
  })
}
