import { beforeAll, describe, expect, test } from 'vitest'
import { anAttempt } from '#tests/support/order-factories.ts'
import { admin, openDatabase } from '../../support/database.ts'
import { placeRandomOrders } from '../../support/random-orders.ts'

const { sql, call, place } = openDatabase({ beginAlike: true })

beforeAll(() => placeRandomOrders(sql, 2000))

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
      if (nth <= 3) await place(anAttempt(nth))
      page = await turn({ older: page.older })
      expect(page.newer).not.toBeNull()
    }
    expect(seen).toEqual(expected)
  })

  test('shows every row once, newer and newer, and those that came meanwhile at the end', async () => {
    let page = await turn({})
    while (page.older) page = await turn({ older: page.older })
    await place(anAttempt(1))
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
    await sql('delete from public.orders where date < $1', [page.older?.date])
    const empty = await turn({ older: page.older, limit: 10 })
    expect(empty).toMatchObject({ keys: [], older: null })
    const back = await turn({ newer: empty.newer, limit: 100 })
    expect(back.keys).toContain(page.keys.at(-1))
    expect(back.newer).toBeNull()
  })

  test('leads on when all that was newer is gone', async () => {
    const first = await turn({ limit: 10 })
    const second = await turn({ older: first.older, limit: 10 })
    await sql('delete from public.orders where date > $1', [second.newer?.date])
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

test.each(['pending', 'delivered'])('all %s orders are found, page by page', async (status) => {
  expect(await found({ status })).toEqual(await matching('', status))
})

test('a status that is none has no orders', async () => {
  const { body } = await call(admin, 'admin_orders', { p: { status: 'refunded' } })
  expect(body).toMatchObject({ orders: [], older: null, newer: null })
})

describe('a search finds what plain SQL finds in ids and names, among 2,000 orders', () => {
  test.each([
    ['a common name', 'ayesha'],
    ['any case', 'AyEsHa kHaN'],
    ['any case of other letters', 'ZOË éc'],
    ['Urdu', 'عائشہ'],
    ['two letters of Urdu', 'شہ'],
    ['one letter, which more than 1,000 have', 'a'],
    ['one that few have', '_'],
    ['a percent sign', '%'],
    ['a percent sign and more', '0% A'],
    ['a backslash', '\\'],
    ['a backslash before a wildcard', '\\%'],
    ['one quote', "'"],
    ['an end of SQL', "'; drop table public.orders; --"],
    ['markup', '<b>'],
    ['a formula', '=1+'],
    ['signs without a letter', '+1'],
    ['two spaces', 'l  k'],
    ['spaces around', '  khan  '],
    ['a part of an id', '0F1'],
    ['a part of an id in lower case', '0f1'],
    ['id and name at once', 'f ayesha'],
    ['nobody', 'nobody at all'],
    ['signs of nobody', '^~'],
    ['nothing', ''],
    ['spaces alone', '   '],
  ])('%s: %s', async (_, search) => {
    expect(await found({ search })).toEqual(await matching(search))
  })

  test.each(['pending', 'cancelled'])('among the %s only', async (status) => {
    expect(await found({ search: 'zoë', status })).toEqual(await matching('zoë', status))
    expect(await found({ search: '_', status })).toEqual(await matching('_', status))
  })

  test('10,000 characters find nothing and do no harm', async () => {
    expect(await found({ search: 'x'.repeat(10_000) })).toEqual([])
    expect(await found({ search: '%'.repeat(10_000) })).toEqual([])
  })
})

async function keysOf(statement: string): Promise<string[]> {
  return (await sql<{ key: string }>(statement)).map((row) => row.key)
}

/** Every page, put together. */
async function found(p: Record<string, unknown>): Promise<string[]> {
  const ids: string[] = []
  let older: unknown = null
  do {
    const { body } = await call(admin, 'admin_orders', { p: { ...p, older, limit: 100 } })
    ids.push(...(body['orders'] as { id: string }[]).map((order) => order.id))
    older = body['older']
  } while (older)
  return ids
}

/** Every word of the search is in the id or in the name, or sounds like a word of the name. */
async function matching(search: string, status: string | null = null): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    // Few names, so that the sounds of each are computed once.
    `with words as materialized (
       select word, case when word ~ '^[[:alpha:]]{3,}$' then private.sounds_of(word) end as sounds
       from regexp_split_to_table(lower(btrim($1)), ' +') as word
     ), names as (
       select distinct shipping_address ->> 'fullName' as name from public.orders
     ), heard as materialized (
       select name, private.sounds_of(part) as sounds
       from names, regexp_split_to_table(name, '[^[:alpha:]]+') as part where length(part) > 1
     )
     select id from public.orders
     where ($2::text is null or status::text = $2) and not exists (
       select from words
       where strpos(lower(id), word) = 0
         and strpos(lower(shipping_address ->> 'fullName'), word) = 0
         and not exists (
           select from heard where name = shipping_address ->> 'fullName' and heard.sounds = words.sounds
         )
     )
     order by date desc, id desc`,
    [search, status],
  )
  return rows.map((row) => row.id)
}
