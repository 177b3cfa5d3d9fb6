/*
 * PostgREST with twenty connections, on a database of the server that all files share. After each test the
 * counts are checked, deadlocks too, and the rows are restored: after TRUNCATE each connection would plan anew.
 */
import type pg from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { ASKED_REASONS } from '#admin/order/packing.ts'
import { admin, people } from '#tests/support/database.ts'
import { inOneWindow } from '#tests/support/one-window.ts'
import { computedCounts, savedCounts } from '#tests/support/order-counts.ts'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { aFolder } from '#tests/support/shop-server.ts'
import { snapshotTables } from '#tests/support/table-snapshot.ts'
import { openTemplateDatabase } from '#tests/support/template-database.ts'
import { openParts } from '#tools/open-parts.ts'
import type { Call } from '#tools/temporary-shop/caller.ts'
import { openShopOn, type TemporaryShop } from '#tools/temporary-shop/temporary-shop.ts'

const TWENTY_SECONDS = `do $$
  declare
    own regprocedure;
  begin
    for own in
      select oid from pg_proc
      where pronamespace = 'public'::regnamespace and proconfig::text like '%statement_timeout%'
    loop
      execute format('alter function %s set statement_timeout = ''20s''', own);
    end loop;
  end
$$`

export interface ShopResponse {
  status: number
  body: Record<string, unknown>
}

/** A database with PostgREST before it, which reads the database after that SQL. */
function openShop(connections: number, change = '') {
  return openParts(async (onClose) => {
    const folder = aFolder('concurrency')
    onClose(folder.remove)
    const database = await openTemplateDatabase()
    onClose(database.close)
    await database.exec(change)
    const { name } = database
    const server = inject('postgres')
    const connection = (user: string) => ({ ...server, user, database: name })
    const shop = await openShopOn(connection, folder.path, { connections })
    onClose(shop.close)
    await shop.sql(people)
    // One connection for all: a new one plans each statement anew.
    const open = await shop.connect()
    onClose(() => open.end())
    const { restore } = await snapshotTables((work) =>
      inTransaction(open, () =>
        work(async (statement, values) => (await open.query(statement, values)).rows),
      ),
    )
    return { ...shop, restore, token: await shop.sign(admin.claims ?? {}) }
  })
}

/** Commits it. Rolls back where the work fails, so that nothing stays locked. */
async function inTransaction<Result>(
  open: pg.Client,
  work: () => Promise<Result>,
): Promise<Result> {
  await open.query('begin')
  try {
    const result = await work()
    await open.query('commit')
    return result
  } catch (error) {
    await open.query('rollback')
    throw error
  }
}

type Shop = Awaited<ReturnType<typeof openShop>>

/**
 * For all test files of a worker, so that each connection compiles what it calls once. Twenty wait for one row as
 * fifty would. Functions have twenty seconds, unless a test is about their timeouts: on a busy machine these requests
 * take longer than the second of a hosted project.
 */
const shops = test
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures this one needs.
  .extend('withLongTimeouts', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const shop = await openShop(20, TWENTY_SECONDS)
    onCleanup(shop.close)
    return shop
  })
  // biome-ignore lint/correctness/noEmptyPattern: as above
  .extend('withOwnTimeouts', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const shop = await openShop(2)
    onCleanup(shop.close)
    return shop
  })

export function openConnections({ hasOwnTimeouts = false } = {}) {
  let backend: Shop
  let placed = 0

  if (hasOwnTimeouts) shops.beforeAll(({ withOwnTimeouts }) => begin(withOwnTimeouts))
  else shops.beforeAll(({ withLongTimeouts }) => begin(withLongTimeouts))

  /** Leaves nothing of other files. */
  function begin(shop: Shop): Promise<void> {
    backend = shop
    return shop.restore()
  }

  afterEach(async () => {
    expect(await savedCounts(sql), 'the counts').toEqual(await computedCounts(sql))
    expect(await deadlocks(), 'deadlocks').toBe(0)
    await backend.restore()
  })
  const sql: TemporaryShop['sql'] = (sql, values) => backend.sql(sql, values)

  async function inOpenTransaction(work: (open: pg.Client) => Promise<unknown>): Promise<void> {
    const open = await backend.connect()
    try {
      await inTransaction(open, () => work(open))
    } finally {
      await open.end()
    }
  }

  /** How many requests wait for a lock. */
  async function waiting(): Promise<number> {
    const rows = await sql(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return rows.length
  }

  async function send(call: Call): Promise<ShopResponse> {
    const { status, text } = await backend.send(call)
    return { status, body: text ? JSON.parse(text) : {} }
  }

  /** Calls a function of the API. */
  function call(name: string, body: Record<string, unknown>, from?: string) {
    return send({ path: `/rpc/${name}`, body, ...(from && { from }) })
  }

  /** Places orders, each from its own client, so that limits do not apply. */
  function place(p: object): Promise<ShopResponse> {
    placed += 1
    return call('place_order', { p }, `198.51.${placed >> 8}.${placed & 255}`)
  }

  /** Returns the request of an order that is placed. */
  async function placeOrder(): Promise<ReturnType<typeof aNewOrder>> {
    const p = aNewOrder()
    expect((await place(p)).status).toBe(201)
    return p
  }

  /** Calls a function of the admin. */
  function callAsAdmin(name: string, p: Record<string, unknown>) {
    return send({ path: `/rpc/${name}`, body: { p }, bearer: backend.token })
  }

  /** Does an act of one row. The body is what became of the row. */
  async function act(
    name: string,
    row: Record<string, unknown>,
    request = crypto.randomUUID(),
  ): Promise<ShopResponse> {
    const p = { request, act: name, rows: [row] }
    const response = await callAsAdmin('admin_act', p)
    const [result] = (response.body['results'] ?? []) as ShopResponse['body'][]
    return { ...response, body: result ?? response.body }
  }

  function readDashboard() {
    return send({ path: '/rpc/admin_dashboard', body: {}, bearer: backend.token })
  }

  /** Books an order as an admin who sees its newest version, again where another change came first. */
  async function bookOrder(id: string, booking: Record<string, unknown>): Promise<ShopResponse> {
    for (;;) {
      const [order] = await sql<{ version: number }>(
        'select version from public.orders where id = $1',
        [id],
      )
      const p = { id, version: order?.version ?? 0, include: ASKED_REASONS, ...booking }
      const response = await act('book', p)
      if (response.body['code'] !== 'stale') return response
    }
  }

  /** Erases the customer of an order as an admin. */
  function erase(order: string) {
    return callAsAdmin('admin_erase_customer', { order })
  }

  /** Wraps a test of a limit, which is repeated where a window ends meanwhile. `prepare` runs before each repetition. */
  function limited(work: () => Promise<void>, prepare: () => Promise<unknown> = async () => {}) {
    return () => inOneWindow(sql, work, () => backend.restore().then(prepare))
  }

  async function deadlocks(): Promise<number> {
    const [row] = await sql<{ count: number }>(
      'select deadlocks::integer as count from pg_stat_database where datname = current_database()',
    )
    return row?.count ?? Number.NaN
  }

  async function count(table: string): Promise<number> {
    const [row] = await sql<{ count: number }>(`select count(*)::integer from ${table}`)
    return row?.count ?? Number.NaN
  }

  return {
    sql,
    connect: () => backend.connect(),
    inOpenTransaction,
    waiting,
    send,
    call,
    place,
    placeOrder,
    callAsAdmin,
    act,
    readDashboard,
    bookOrder,
    erase,
    count,
    limited,
  }
}

/** Calls `make` several times without waiting. */
export function concurrently<Made>(
  times: number,
  make: (nth: number) => Promise<Made>,
): Promise<Made[]> {
  return Promise.all(Array.from({ length: times }, (_, nth) => make(nth)))
}

/** The number of responses of each status and code: `{ '201': 5, '429 too_many_orders': 45 }`. */
export function tally(responses: ShopResponse[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of responses) {
    const label = typeof body['code'] === 'string' ? `${status} ${body['code']}` : String(status)
    counts[label] = (counts[label] ?? 0) + 1
  }
  return counts
}
