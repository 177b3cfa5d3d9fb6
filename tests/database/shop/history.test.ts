import { beforeEach, describe, expect, test } from 'vitest'
import { anOrderRequest } from '#tests/support/order-factories.ts'
import { admin, openDatabase } from '../../support/database.ts'

const { sql, place, book } = openDatabase()

const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d/)
const placed = { status: 'pending', at, by: 'customer' }

beforeEach(async () => {
  await place()
})

describe('the history of an order', () => {
  test('C29 holds every change of status in its order', async () => {
    await book('ABCDEFGH', { status: 'shipped' })
    await book('ABCDEFGH', { status: 'delivered' })
    expect(await history()).toEqual([
      placed,
      { status: 'shipped', at, by: 'admin' },
      { status: 'delivered', at, by: 'admin' },
    ])
  })

  test('is written in UTC, whatever time zone the caller prefers', async () => {
    await sql("set local timezone = 'America/St_Johns'")
    await place(anOrderRequest({ id: 'INSTJOHN' }))
    await book('ABCDEFGH', { status: 'shipped' })
    const [row] = await sql<{ times: string[] }>(`
      select array_agg(entry ->> 'at') as times
      from public.orders, jsonb_array_elements(tracking_history) as entry
      where id = 'INSTJOHN' or entry ->> 'status' = 'shipped'
    `)
    expect(row?.times).toHaveLength(2)
    for (const time of row?.times ?? []) expect(time).toMatch(/[+]00:00$/)
  })

  test('holds a tracking number with the status it came in, and its removal', async () => {
    await book('ABCDEFGH', { trackingNumber: 'TCS 123-456' })
    await book('ABCDEFGH', { trackingNumber: null })
    expect(await history()).toEqual([
      placed,
      { status: 'pending', at, by: 'admin', trackingNumber: 'TCS 123-456' },
      { status: 'pending', at, by: 'admin', trackingNumber: null },
    ])
  })

  test('holds one entry for a status and a tracking number set at once', async () => {
    await book('ABCDEFGH', { status: 'shipped', trackingNumber: 'TCS 1' })
    expect(await history()).toEqual([
      placed,
      { status: 'shipped', at, by: 'admin', trackingNumber: 'TCS 1' },
    ])
  })

  test('holds nothing where nothing changed', async () => {
    await book('ABCDEFGH', { status: 'pending' })
    await book('ABCDEFGH', { trackingNumber: '  ' })
    expect(await history()).toEqual([placed])
    expect(await sql('select id from private.order_audit')).toEqual([])
  })

  test('does not say which admin it was', async () => {
    await book('ABCDEFGH', { status: 'shipped' })
    expect(JSON.stringify(await history())).not.toContain(admin.claims?.['sub'])
  })

  test('is written by the database only, whatever the owner of the table sends', async () => {
    await sql(`update public.orders set status = 'shipped', tracking_history = '[{"by": "me"}]'`)
    expect(await history()).toEqual([placed, { status: 'shipped', at, by: 'system' }])
    await sql("update public.orders set tracking_history = '[]'")
    expect(await history()).toHaveLength(2)
  })
})

describe('a tracking number', () => {
  test.each([
    ['C31 64 characters long is saved', 'T'.repeat(64), 'T'.repeat(64)],
    ['is trimmed', '\u00A0 TCS/1.2_3-4\n', 'TCS/1.2_3-4'],
    ['C31 of spaces is none', '   ', null],
    ['of nothing is none', '', null],
  ])('%s', async (_, typed, saved) => {
    await book('ABCDEFGH', { trackingNumber: typed })
    expect(await sql('select tracking_number from public.orders')).toEqual([
      { tracking_number: saved },
    ])
  })

  test.each(['T'.repeat(65), '<b>', '=1+1', 'javascript:1', '-1', 'عدد'])(
    'C31 %s is refused',
    async (typed) => {
      expect((await book('ABCDEFGH', { trackingNumber: typed })).body).toMatchObject({
        ok: false,
        ...{ code: 'tracking_invalid', field: 'trackingNumber' },
      })
      const statement = 'update public.orders set tracking_number = $1'
      await expect(sql(statement, [typed])).rejects.toMatchObject({ code: '23514' })
    },
  )
})

test('the log says who changed what, from what, to what', async () => {
  await book('ABCDEFGH', { status: 'shipped' })
  await book('ABCDEFGH', { trackingNumber: 'TCS 1' })
  expect(
    await sql('select order_id, actor, actor_id, before, after from private.order_audit'),
  ).toEqual([
    {
      order_id: 'ABCDEFGH',
      actor: 'admin',
      actor_id: admin.claims?.['sub'],
      before: { status: 'pending', tracking_number: null },
      after: { status: 'shipped', tracking_number: null },
    },
    {
      order_id: 'ABCDEFGH',
      actor: 'admin',
      actor_id: admin.claims?.['sub'],
      before: { status: 'shipped', tracking_number: null },
      after: { status: 'shipped', tracking_number: 'TCS 1' },
    },
  ])
})

async function history() {
  const [row] = await sql<{ tracking_history: unknown[] }>(
    'select tracking_history from public.orders',
  )
  return row?.tracking_history
}
