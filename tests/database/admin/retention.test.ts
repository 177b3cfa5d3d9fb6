import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { anItem } from '#tests/support/order-factories.ts'
import { goodAddress } from '../../support/address-cases.ts'
import { admin, anonymous, hasDesk, openDatabase } from '../../support/database.ts'
import { placesThatHold } from '../../support/everything-stored.ts'
import { computedCounts, savedCounts } from '../../support/order-counts.ts'

const { sql, runScript, call, expectExactCounts } = openDatabase({ beginAlike: true })

const OLD = "24 months' - interval '1 minute"
const YOUNG = "24 months' + interval '1 hour"

beforeAll(async () => {
  await placeAt('OLDGONEA', OLD, 'delivered')
  await placeAt('OLDGONEB', OLD, 'cancelled')
  await placeAt('OLDOPENA', OLD, 'shipped')
  await placeAt('YOUNGONE', YOUNG, 'delivered')
})

test('closed orders older than 24 months are erased, and the sums stay', async () => {
  const before = await savedCounts(sql, hasDesk)
  expect(await applyRetention()).toBe(2)
  expect(await personalOrders()).toEqual(['OLDOPENA', 'YOUNGONE'])
  const after = await savedCounts(sql, hasDesk)
  expect(after).toEqual(await computedCounts(sql, hasDesk))
  expect(after).toMatchObject({ statuses: before.statuses, days: before.days })
  expect(await placesThatHold('Street of OLDGONE', sql)).toEqual([])
  expect(await sql('select actor, actor_id, orders from private.erasures')).toEqual([
    { actor: 'system', actor_id: null, orders: 2 },
  ])
})

test('what is erased already is not erased again', async () => {
  await applyRetention()
  const keys = await sql('select * from private.order_keys order by order_id')
  expect(await applyRetention()).toBe(0)
  expect(await sql('select * from private.order_keys order by order_id')).toEqual(keys)
})

describe('the dashboard', () => {
  test('erases where nobody did for a day', async () => {
    await call(admin, 'admin_dashboard', {})
    expect(await personalOrders()).toEqual(['OLDOPENA', 'YOUNGONE'])
  })

  test('does so once a day', async () => {
    await sql("update private.last_retention set at = now() - interval '23 hours'")
    await call(admin, 'admin_dashboard', {})
    expect(await personalOrders()).toHaveLength(4)
  })

  test('says how many orders hold personal data for too long', async () => {
    expect((await call(admin, 'admin_dashboard', {})).body).toMatchObject({ pastRetention: 0 })
    await placeAt('OPENLONG', '25 months', 'pending')
    expect((await call(admin, 'admin_dashboard', {})).body).toMatchObject({ pastRetention: 1 })
  })

  test('erases nothing for anybody else', async () => {
    await expect(call(anonymous, 'admin_dashboard', {})).rejects.toMatchObject({ code: '42501' })
    expect(await personalOrders()).toHaveLength(4)
  })
})

test('the privacy page names the retention time', async () => {
  const [row] = await sql<{ months: number }>(`
    select (extract(year from span) * 12 + extract(month from span))::int as months
    from private.retention_time() as span
  `)
  const page = readFileSync(
    new URL('../../../src/content/legal/privacy.md', import.meta.url),
    'utf8',
  )
  expect(page).toContain(`**${row?.months} months** after the order was placed`)
})

test('more than 500 old orders are erased 500 at a time, by each look at the dashboard', async () => {
  await runScript(`
    alter table public.orders disable trigger prepare_order;
    insert into public.orders (
      id, items, total, shipping_address, payment_method, status, date, estimated_delivery
    )
    select 'N' || lpad(nth::text, 7, '0'), items, total,
      shipping_address || jsonb_build_object('phone', '0300 ' || 2000000 + nth % 100),
      payment_method, status, date, estimated_delivery
    from public.orders, generate_series(1, 600) as nth where id = 'OLDGONEA'
  `)
  const old = (await personalOrders()).length
  await call(admin, 'admin_dashboard', {})
  expect(await personalOrders()).toHaveLength(old - 500)
  await call(admin, 'admin_dashboard', {})
  expect(await personalOrders()).toEqual(['OLDOPENA', 'YOUNGONE'])
  await expectExactCounts()
})

test('old orders are found by an index, however many were erased before', async () => {
  await sql('set local enable_seqscan = off')
  const plan = await sql(`
    explain select id from public.orders
    where not private.is_erased(shipping_address) and date < now() - private.retention_time()
    order by date limit 500
  `)
  expect(JSON.stringify(plan)).toContain('orders_with_personal_data_idx')
})

async function placeAt(id: string, age: string, status: string) {
  const address = { ...goodAddress, address: `Street of ${id}` }
  await runScript('alter table public.orders disable trigger prepare_order')
  await sql(
    `insert into public.orders (
      id, items, total, shipping_address, payment_method, status, date, estimated_delivery,
      tracking_history
    ) values (
      $1, $2, ${anItem().price}, $3, 'cash_on_delivery', $4, now() - interval '${age}', '2026-01-01', '[]'
    )`,
    [id, JSON.stringify([anItem()]), JSON.stringify(address), status],
  )
  await sql(
    `insert into private.order_keys (order_id, token_hash, request_hash)
     values ($1, sha256('t'), sha256('r'))`,
    [id],
  )
  await runScript('alter table public.orders enable trigger prepare_order')
}

async function applyRetention() {
  const [row] = await sql<{ erased: number }>('select private.apply_retention() as erased')
  return row?.erased
}

async function personalOrders() {
  const rows = await sql<{ id: string }>(
    `select id from public.orders where shipping_address ->> 'phone' <> '—' order by id`,
  )
  return rows.map(({ id }) => id)
}
