import { beforeAll, describe, expect, test } from 'vitest'
import { anAttempt } from '#tests/support/order-factories.ts'
import { admin, anonymous, openDatabase } from '../support/database.ts'
import { placeRandomOrders } from '../support/random-orders.ts'

const { asAdmin, call } = openDatabase()

beforeAll(() => placeRandomOrders(asAdmin))

interface Cursor {
  date: string
  id?: string
  key?: string
}

interface Page {
  keys: string[]
  older: Cursor | null
  newer: Cursor | null
}

const lists: [name: string, rows: string, key: string, all: string][] = [
  [
    'admin_orders',
    'orders',
    'id',
    'select id as key from public.orders order by date desc, id desc',
  ],
  [
    'admin_customers',
    'customers',
    'key',
    'select key from private.customers order by last_order_date desc, key desc',
  ],
]

describe.each(lists)('%s', (name, rows, key, all) => {
  async function turn(p: Record<string, unknown>): Promise<Page> {
    const { body } = await call(admin, name, { p: { limit: 90, ...p } })
    const listed = body[rows] as Record<string, string>[]
    return { ...(body as unknown as Page), keys: listed.map((row) => String(row[key])) }
  }

  test('shows every row once, older and older, while new orders come in', async () => {
    const expected = await keysOf(all)
    const seen: string[] = []
    let page = await turn({})
    expect(page.newer).toBeNull()
    for (let nth = 1; ; nth++) {
      seen.push(...page.keys)
      if (!page.older) break
      if (nth <= 3) await call(anonymous, 'place_order', { p: anAttempt(nth) })
      page = await turn({ older: page.older })
      expect(page.newer).not.toBeNull()
    }
    expect(seen).toEqual(expected)
  })

  test('shows every row once, newer and newer, and those that came meanwhile at the end', async () => {
    let page = await turn({})
    while (page.older) page = await turn({ older: page.older })
    await call(anonymous, 'place_order', { p: anAttempt(1) })
    const seen: string[] = []
    for (;;) {
      seen.unshift(...page.keys)
      if (!page.newer) break
      page = await turn({ newer: page.newer })
      expect(page.older).not.toBeNull()
    }
    expect(seen).toEqual(await keysOf(all))
  })

  test('says of a last page that nothing is older, and of a single one that nothing is beside it', async () => {
    const count = (await keysOf(all)).length
    const { older } = await turn({ limit: 90 })
    expect(older).not.toBeNull()
    const search = (await turn({})).keys[0]?.slice(0, 8)
    const found = await turn({ search })
    expect(found.keys.length).toBeLessThan(count)
    expect(found).toMatchObject({ older: null, newer: null })
  })

  test('leads back when all that was older is gone', async () => {
    const page = await turn({ limit: 10 })
    await asAdmin('delete from public.orders where date < $1', [page.older?.date])
    const empty = await turn({ older: page.older, limit: 10 })
    expect(empty).toMatchObject({ keys: [], older: null })
    const back = await turn({ newer: empty.newer, limit: 100 })
    expect(back.keys).toContain(page.keys.at(-1))
    expect(back.newer).toBeNull()
  })

  test('leads on when all that was newer is gone', async () => {
    const first = await turn({ limit: 10 })
    const second = await turn({ older: first.older, limit: 10 })
    await asAdmin('delete from public.orders where date > $1', [second.newer?.date])
    const empty = await turn({ newer: second.newer, limit: 10 })
    expect(empty).toMatchObject({ keys: [], newer: null })
    const on = await turn({ older: empty.older, limit: 10 })
    expect(on.keys[0]).toBe((await keysOf(all))[0])
  })

  test.each([
    [undefined, 25],
    [0, 1],
    [-5, 1],
    [7, 7],
    [1000, 100],
  ])('of a limit of %s shows %s rows', async (limit, shown) => {
    const { body } = await call(admin, name, { p: limit === undefined ? {} : { limit } })
    expect(body[rows]).toHaveLength(shown)
  })

  test('takes nulls for nothing asked', async () => {
    const nothing = { search: null, status: null, older: null, newer: null, limit: null }
    expect((await call(admin, name, { p: nothing })).body).toEqual(
      (await call(admin, name, { p: {} })).body,
    )
  })

  test.each([
    [{ limit: 'many' }, '22P02'],
    [{ older: { date: 'some day', id: 'X', key: 'X' } }, '22007'],
  ])('refuses %j', async (p, code) => {
    await expect(call(admin, name, { p })).rejects.toMatchObject({ code })
  })
})

test('a status filter pages through exactly its orders', async () => {
  for (const status of ['pending', 'delivered']) {
    const seen: string[] = []
    let cursor: unknown = null
    do {
      const { body } = await call(admin, 'admin_orders', {
        p: { status, older: cursor, limit: 50 },
      })
      seen.push(...(body['orders'] as { id: string }[]).map((order) => order.id))
      cursor = body['older']
    } while (cursor)
    expect(seen).toEqual(
      await keysOf(`select id as key from public.orders where status = '${status}'
        order by date desc, id desc`),
    )
  }
})

test('a status that is none has no orders', async () => {
  const { body } = await call(admin, 'admin_orders', { p: { status: 'refunded' } })
  expect(body).toEqual({ orders: [], older: null, newer: null })
})

async function keysOf(sql: string): Promise<string[]> {
  return (await asAdmin<{ key: string }>(sql)).map((row) => row.key)
}
