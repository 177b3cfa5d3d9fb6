import { beforeAll, describe, expect, test } from 'vitest'
import { admin, openDatabase } from '../support/database.ts'
import { placeRandomOrders } from '../support/random-orders.ts'

const { asAdmin, call } = openDatabase()

beforeAll(() => placeRandomOrders(asAdmin))

describe('a search finds what plain SQL finds in ids and names, among 2,000 orders', () => {
  test.each([
    ['a common name', 'ayesha'],
    ['any case', 'AyEsHa kHaN'],
    ['any case of other letters', 'ZOË éc'],
    ['Urdu', 'عائشہ'],
    ['two letters of Urdu', 'شہ'],
    ['one letter', 'a'],
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

  test('more than 1,000 results are all there, page by page', async () => {
    const all = await found({ search: 'a' })
    expect(all.length).toBeGreaterThan(1000)
  })
})

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

async function matching(search: string, status: string | null = null): Promise<string[]> {
  const rows = await asAdmin<{ id: string }>(
    `select id from public.orders
     where (
       strpos(lower(id), lower(btrim($1))) > 0
       or strpos(lower(shipping_address ->> 'fullName'), lower(btrim($1))) > 0
     ) and ($2::text is null or status::text = $2)
     order by date desc, id desc`,
    [search, status],
  )
  return rows.map((row) => row.id)
}
