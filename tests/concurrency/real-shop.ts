/* The shop on a real Postgres server, empty before each test, and without a deadlock in all of them. */
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Call } from '#tools/real-postgres/caller.ts'
import { openRealShop, type RealShop } from '#tools/real-postgres/shop.ts'
import { admin, people } from '../support/database.ts'
import { forgetCounts } from '../support/limits.ts'
import { inOneWindow } from '../support/one-window.ts'
import { keptCounts, trueCounts } from '../support/order-counts.ts'
import { mutationSql } from '../support/template-database.ts'

export interface Answer {
  status: number
  body: Record<string, unknown>
  milliseconds: number
}

export function openShop() {
  let shop: RealShop
  let token: string

  beforeAll(async () => {
    shop = await openRealShop()
    await shop.asAdmin(people)
    if (mutationSql) await shop.asAdmin(mutationSql)
    token = await shop.sign(admin.claims ?? {})
  })
  afterEach(async () => {
    expect(await keptCounts(asAdmin), 'the counts').toEqual(await trueCounts(asAdmin))
    expect(await deadlocks(), 'deadlocks').toBe(0)
    await empty()
  })
  afterAll(() => shop.close())

  const asAdmin: RealShop['asAdmin'] = (sql, values) => shop.asAdmin(sql, values)

  async function send(call: Call): Promise<Answer> {
    const { status, text, milliseconds } = await shop.send(call)
    return { status, body: text ? JSON.parse(text) : {}, milliseconds }
  }

  /** A call to one of the functions that the API exposes. */
  function call(name: string, body: Record<string, unknown>, from?: string) {
    return send({ path: `/rpc/${name}`, body, ...(from && { from }) })
  }

  /** The admin's update of one order. */
  function move(id: string, change: Record<string, unknown>) {
    return send({ method: 'PATCH', path: `/orders?id=eq.${id}`, body: change, bearer: token })
  }

  /** The admin's erasing of the customer of an order. */
  function erase(order: string) {
    return send({ path: '/rpc/admin_erase_customer', body: { p: { order } }, bearer: token })
  }

  async function empty(): Promise<void> {
    await asAdmin('truncate public.orders cascade')
    await forgetCounts(asAdmin)
    await asAdmin('truncate private.order_audit')
  }

  /** The body of a test that counts against a limit; `prepare` is what comes before it each time. */
  function limited(work: () => Promise<void>, prepare: () => Promise<unknown> = async () => {}) {
    return () => inOneWindow(asAdmin, work, () => empty().then(prepare))
  }

  async function deadlocks(): Promise<number> {
    const [row] = await asAdmin<{ count: number }>(
      'select sum(deadlocks)::integer as count from pg_stat_database',
    )
    return row?.count ?? Number.NaN
  }

  async function count(table: string): Promise<number> {
    const [row] = await asAdmin<{ count: number }>(`select count(*)::integer from ${table}`)
    return row?.count ?? Number.NaN
  }

  return { asAdmin, connect: () => shop.connect(), send, call, move, erase, count, limited }
}

/** Makes as many at once. */
export function atOnce<Made>(times: number, make: (nth: number) => Promise<Made>): Promise<Made[]> {
  return Promise.all(Array.from({ length: times }, (_, nth) => make(nth)))
}

/** How often each status, with its code, was answered: `{ '201': 5, '429 too_many_orders': 45 }`. */
export function tally(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const label = typeof body['code'] === 'string' ? `${status} ${body['code']}` : String(status)
    counts[label] = (counts[label] ?? 0) + 1
  }
  return counts
}

/** The time that all but the slowest twentieth kept, in milliseconds. */
export function p95(answers: Answer[]): number {
  const times = answers.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other)
  return Math.round(times[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN)
}
