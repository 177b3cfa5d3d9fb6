/*
 * A database that is called as PostgREST calls it: with a role, claims, headers and a method for each
 * request. Each test is one transaction that is rolled back, so now() does not change in it.
 */

import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { ASKED_REASONS } from '#admin/order/packing.ts'
import type { ScratchDatabase } from '#tools/postgres/scratch-database.ts'
import { forgetCounts } from './limits.ts'
import { computedCounts, savedCounts } from './order-counts.ts'
import { anOrderRequest } from './order-factories.ts'
import { openTemplateDatabase } from './template-database.ts'

/** False where the shop and the admin are tested without the desk: the project "without-desk" of vitest.config.ts. */
export const hasDesk = inject('hasDesk')

export interface DatabaseCaller {
  role: 'anon' | 'authenticated'
  claims?: Record<string, unknown>
  headers?: Record<string, string>
  method?: 'GET' | 'POST'
}

export interface DatabaseResponse {
  status: number
  body: Record<string, unknown>
}

export type Row = Record<string, unknown>

export const anonymous: DatabaseCaller = { role: 'anon' }
/** Signed in, without rights. */
export const attacker: DatabaseCaller = signedIn(
  '00000000-0000-4000-8000-0000000000b2',
  '00000000-0000-4000-8000-00000000005b',
)
export const admin: DatabaseCaller = signedIn(
  '00000000-0000-4000-8000-0000000000a1',
  '00000000-0000-4000-8000-00000000005a',
)

export function signedIn(sub: string, session: string, more: Row = {}): DatabaseCaller {
  const claims = { role: 'authenticated', sub, session_id: session, ...more }
  return { role: 'authenticated', claims }
}

export const byGet: DatabaseCaller = { role: 'anon', method: 'GET' }

/** An anonymous request of a client, whose requests are counted. */
export function from(clientAddress: string): DatabaseCaller {
  return { role: 'anon', headers: { 'x-forwarded-for': clientAddress } }
}

/** The response to a request that is refused. */
export function refusal(status: number, code: string, field?: string): DatabaseResponse {
  return { status, body: { ok: false, code, ...(field && { field }) } }
}

export const notFound = refusal(200, 'not_found')
export const tooMany = refusal(429, 'rate_limited')

/** For all test files of a worker: a copy of hundreds of files, and a connection that plans each statement once. */
const shared = test.extend(
  'database',
  { scope: 'worker' },
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures this one needs.
  async ({}, { onCleanup }) => {
    const database = await openTemplateDatabase()
    onCleanup(database.close)
    await database.exec(people)
    return database
  },
)

/**
 * Opens the database for the tests of a file. Where all begin alike, what beforeAll() adds is there for each of them:
 * one transaction for all, so now() does not change between them.
 */
export function openDatabase({ beginAlike = false } = {}) {
  let database: ScratchDatabase
  /** A client was counted. That is slow to undo, and most tests count nobody. */
  let hasCounted = false

  shared.beforeAll(({ database: opened }) => {
    database = opened
  })
  // A change folds the totals by chance (totals.sql). Seeded, the first to do so is the 1,251st change of a test.
  const seedChance = () => database.exec('select setseed(0.42)')
  beforeAll(seedChance)
  if (beginAlike) {
    beforeAll(() => database.exec('begin'))
    afterAll(() => database.exec('rollback'))
  }
  beforeEach(() => database.exec(beginAlike ? 'savepoint test' : 'begin'))
  beforeEach(seedChance)
  afterEach(async () => {
    await database.exec(beginAlike ? 'rollback to savepoint test' : 'rollback')
    if (hasCounted) await forgetCounts(sql)
    hasCounted = false
  })

  /** Runs as the owner of the database, without row level security. */
  async function sql<Found = Row>(statement: string, values: unknown[] = []): Promise<Found[]> {
    hasCounted ||= statement.includes('change_count')
    return (await database.query<Found>(statement, values)).rows
  }

  /** Runs several statements without results. */
  async function runScript(statement: string): Promise<void> {
    await database.exec(statement)
  }

  /** Runs one statement as a request. An error rolls it back and is thrown. */
  async function queryAs<Found = Row>(
    caller: DatabaseCaller,
    statement: string,
    values: unknown[] = [],
  ) {
    await database.exec('savepoint request')
    try {
      await become(caller)
      const { rows } = await database.query<Found>(statement, values)
      const [sent] = await sql<{ status: string | null }>(
        "select nullif(current_setting('response.status', true), '') as status",
      )
      await database.exec('reset role; release savepoint request')
      return { rows, status: Number(sent?.status ?? 200) }
    } catch (error) {
      await database.exec('rollback to savepoint request; release savepoint request')
      throw error
    }
  }

  async function become({
    role,
    claims = { role },
    headers = {},
    method = 'POST',
  }: DatabaseCaller) {
    // Headers name the client. Without one nothing is counted.
    hasCounted ||= Object.keys(headers).length > 0
    await database.query(
      `select
        set_config('request.jwt.claims', $1, true),
        set_config('request.headers', $2, true),
        set_config('request.method', $3, true),
        set_config('response.status', '', true)`,
      [JSON.stringify(claims), JSON.stringify(headers), method],
    )
    // As PostgREST does for GET. The savepoint ends it.
    if (method === 'GET') await database.exec('set transaction read only')
    await database.exec(`set local role ${role}`)
  }

  /** Calls a function of the API. */
  async function call(
    caller: DatabaseCaller,
    name: string,
    values: Row,
  ): Promise<DatabaseResponse> {
    const given = Object.keys(values).map((argument, place) => `${argument} => $${place + 1}`)
    const { rows, status } = await queryAs<{ body: DatabaseResponse['body'] }>(
      caller,
      `select public.${name}(${given.join(', ')}) as body`,
      Object.values(values),
    )
    return { status, body: rows[0]?.body ?? {} }
  }

  function place(p: unknown = anOrderRequest(), caller = anonymous): Promise<DatabaseResponse> {
    return call(caller, 'place_order', { p })
  }

  /** Runs a statement that the triggers of the tables would refuse or undo. */
  async function withoutTriggers(statement: string, values?: unknown[]): Promise<void> {
    await sql("set local session_replication_role = 'replica'")
    await sql(statement, values)
    await sql("set local session_replication_role = 'origin'")
  }

  /** Sets how long ago orders were placed: one of them, or all. */
  function setAge(age: string, id?: string): Promise<void> {
    return withoutTriggers(
      'update public.orders set date = now() - $1::interval where id = coalesce($2, id)',
      [age, id],
    )
  }

  /** Copies of an open order: newer than all others, each a second newer than the one before. */
  async function addOrders(count: number): Promise<string[]> {
    await database.exec(`
      alter table public.orders disable trigger prepare_order;
      insert into public.orders
        (id, items, total, shipping_address, payment_method, date, estimated_delivery)
      select 'X' || lpad(nth::text, 7, '0'), items, total, shipping_address, payment_method,
        now() + nth * interval '1 second', estimated_delivery
      from (select * from public.orders where status = 'pending' limit 1) as copied,
        generate_series(1, ${count}) as nth;
      alter table public.orders enable trigger prepare_order;
    `)
    return Array.from({ length: count }, (_, nth) => `X${String(nth + 1).padStart(7, '0')}`)
  }

  /** How many rows of orders this reads. */
  async function readsOf(work: () => Promise<unknown>): Promise<number> {
    const rows = async () => {
      const [row] = await sql<{ rows: number }>(`
        select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as rows
        from pg_stat_xact_user_tables where relid = 'public.orders'::regclass`)
      return row?.rows ?? Number.NaN
    }
    const before = await rows()
    await work()
    return (await rows()) - before
  }

  async function versionOf(id: string): Promise<number> {
    const found = 'select version from public.orders where id = $1'
    const [row] = await sql<{ version: number }>(found, [id])
    return row?.version ?? Number.NaN
  }

  /** Books an order as an admin who sees its newest version, and includes what is asked about. */
  async function book(id: string, booking: Row): Promise<DatabaseResponse> {
    const p = { id, version: await versionOf(id), include: ASKED_REASONS, ...booking }
    return act('book', p)
  }

  /** Does an act of one row, once. The body is what became of the row. */
  async function act(name: string, row: Row, request = randomUUID()): Promise<DatabaseResponse> {
    const p = { request, act: name, rows: [row] }
    const { status, body } = await call(admin, 'admin_act', { p })
    const [result] = (body['results'] ?? []) as Row[]
    return { status, body: result ?? body }
  }

  /** Erases an order, or all of a customer. */
  async function erase(p: Row): Promise<DatabaseResponse['body']> {
    return (await call(admin, 'admin_erase_customer', { p })).body
  }

  /** Undoes an act. The body is what became of its row. */
  async function undoAct(request: string): Promise<DatabaseResponse> {
    const { status, body } = await call(admin, 'admin_undo_act', { p: { request } })
    const [result] = (body['results'] ?? []) as Row[]
    return { status, body: result ?? body }
  }

  /** Every order with its details, its parcels and its log. */
  async function readOrders(): Promise<Row[][]> {
    return [
      await sql('select * from public.orders'),
      await sql('select * from private.order_details'),
      ...(hasDesk ? [await sql('select * from private.parcels')] : []),
      await sql('select * from private.order_audit'),
    ]
  }

  async function expectExactCounts(): Promise<void> {
    expect(await savedCounts(sql, hasDesk)).toEqual(await computedCounts(sql, hasDesk))
  }

  return {
    sql,
    runScript,
    queryAs,
    call,
    place,
    withoutTriggers,
    setAge,
    addOrders,
    readsOf,
    versionOf,
    act,
    erase,
    undoAct,
    book,
    readOrders,
    expectExactCounts,
  }
}

export const people = `
  insert into auth.users (id, email) values
    ('${admin.claims?.['sub']}', 'admin@zulf.example'),
    ('${attacker.claims?.['sub']}', 'attacker@zulf.example');
  insert into auth.sessions (id, user_id) values
    ('${admin.claims?.['session_id']}', '${admin.claims?.['sub']}'),
    ('${attacker.claims?.['session_id']}', '${attacker.claims?.['sub']}');
  insert into private.store_admins (user_id) values ('${admin.claims?.['sub']}');
`
