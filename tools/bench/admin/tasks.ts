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
  return [
    { name: 'Orders, first page', call: benchRpc('admin_orders', { p: {} }), limit: 1.5 },
    {
      // Of 100 orders ten are left there.
      name: 'Orders, ten older at 90 %',
      call: benchRpc('admin_orders', { p: { older: seen.deep, limit: 10 } }),
      limit: 1.5,
    },
    search('a common first name', { search: 'muhammad' }),
    search('a rare name', { search: 'zarmina baloch' }),
    search('a rare name among the cancelled', { search: 'zarmina baloch', status: 'cancelled' }),
    search('a phone as WhatsApp shows it', { search: `+92 ${seen.phoneKey}` }),
    search('a rare city', { search: 'turbat' }),
    search('a tracking number', { search: seen.trackingNumber }),
    search('a rare name by its sound', { search: 'zarmeena balouch' }),
    task('Dashboard', benchRpc('admin_dashboard')),
    task('Change a tracking number', book(seen.moved, seen.version)),
    task('Customers, first page', benchRpc('admin_customers', { p: {} })),
    task(
      'Customers, a rare name',
      benchRpc('admin_customers', { p: { search: 'zarmina baloch' } }),
    ),
  ]
}

/** With this many open orders more in every shop, which wait to be confirmed and packed. */
export async function batchTasksFor(backend: BenchBackend, open: number): Promise<BenchTask[]> {
  const ids = await addOpenOrders(backend, open)
  return [
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

/** Orders that exist at every size. */
async function findExamples({ transaction }: BenchBackend) {
  return transaction(async (query) => {
    const [order] = await query(`
      select date, id, phone_key from public.orders
      order by date, id offset (select count(*) / 10 from public.orders) limit 1
    `)
    const [moved] = await query(`
      select id, version, tracking_number from public.orders where tracking_number is not null
      order by date, id offset (select count(*) / 2 from public.orders) limit 1
    `)
    return {
      phoneKey: String(order?.['phone_key']),
      moved: String(moved?.['id']),
      version: Number(moved?.['version']),
      trackingNumber: String(moved?.['tracking_number']),
      deep: { date: order?.['date'], id: order?.['id'] },
    }
  })
}
