/* The rows of the totals: what adds to them, and what a fold leaves of them. */
import { beforeAll, describe, expect, test } from 'vitest'
import { anAttempt } from '#tests/support/order-factories.ts'
import { admin, hasDesk, openDatabase } from '../../support/database.ts'
import { savedCounts } from '../../support/order-counts.ts'

const { sql, call, place, book, withoutTriggers, expectExactCounts } = openDatabase({
  beginAlike: true,
})

const fold = () => sql('select private.fold_totals()')

beforeAll(async () => {
  await place(anAttempt(1))
  await place(anAttempt(2))
  await book('NTH00002', { status: 'shipped' })
})

test('an order and each of its moves adds rows and changes none', async () => {
  const before = await readRows()
  await book('NTH00002', { status: 'delivered' })
  const after = await readRows()
  const added = after.filter(({ id }) => before.every((row) => row.id !== id))
  expect(after).toEqual(expect.arrayContaining(before))
  expect(added.map(({ status, orders }) => ({ status, orders }))).toEqual([
    { status: 'shipped', orders: -1 },
    { status: 'delivered', orders: 1 },
  ])
})

test('a corrected address adds nothing', async () => {
  const before = await readRows()
  await sql(`update public.orders set shipping_address = shipping_address || '{"city": "Kasur"}'`)
  expect(await readRows()).toEqual(before)
})

test('a replacement is counted where number and rupees of a statement add up to nothing', async () => {
  for (const nth of [3, 4]) await place(anAttempt(nth))
  await withoutTriggers(`
    update public.orders set status = 'shipped' where id in ('NTH00001', 'NTH00002');
    update public.orders set total = 2 * total where id = 'NTH00003';
    update public.orders set total = 0, replaces = 'NTH00001' where id = 'NTH00004'`)
  await sql('select private.recount_orders()')
  // Two orders of one unit leave, one of two units and the replacement come.
  await sql(`
    update public.orders
    set status = (case status when 'shipped' then 'pending' else 'shipped' end)::public.order_status`)
  await expectExactCounts()
})

describe('a fold', () => {
  test('leaves a row for each day and status that has orders, and one of the customers', async () => {
    const before = await savedCounts(sql, hasDesk)
    await fold()
    expect(await readRows()).toEqual([
      expect.objectContaining({ status: 'pending', orders: 1 }),
      expect.objectContaining({ status: 'shipped', orders: 1 }),
    ])
    expect(await sql('select customers::integer from private.customer_changes')).toEqual([
      { customers: 2 },
    ])
    expect(await savedCounts(sql, hasDesk)).toEqual(before)
  })

  test('leaves nothing of a day and status without orders', async () => {
    await fold()
    await book('NTH00002', { status: 'delivered' })
    await fold()
    expect((await readRows()).map(({ status }) => status)).toEqual(['pending', 'delivered'])
    await expectExactCounts()
  })

  test('writes nothing where nothing was added', async () => {
    await fold()
    const before = await readRows()
    await fold()
    expect(await readRows()).toEqual(before)
  })

  test('happens when an admin reads the dashboard, unless the transaction is read-only', async () => {
    const before = await readRows()
    expect((await call({ ...admin, method: 'GET' }, 'admin_dashboard', {})).status).toBe(200)
    expect(await readRows()).toEqual(before)
    await call(admin, 'admin_dashboard', {})
    expect(await readRows()).toHaveLength(2)
  })

  test('happens at some changes of orders, before there are many rows', async () => {
    // The 25th of its numbers is the first below 1 in 256.
    await sql('select setseed(0.48)')
    for (let nth = 1; nth <= 40; nth += 1) {
      const status = nth % 2 ? 'processing' : 'pending'
      await sql('update public.orders set status = $1 where id = $2', [status, 'NTH00001'])
    }
    // Each adds two rows.
    const { length } = await readRows()
    expect(length).toBeGreaterThan(2)
    expect(length).toBeLessThan(80)
  })
})

test('a recount corrects totals that are wrong', async () => {
  await withoutTriggers("update public.orders set status = 'cancelled' where id = 'NTH00001'")
  await sql('update private.customer_changes set customers = 7 where true')
  await sql('select private.recount_orders()')
  await expectExactCounts()
})

function readRows(): Promise<{ id: number; status: string; orders: number }[]> {
  return sql(`
    select id::integer, day, status, orders::integer, total from private.total_changes
    order by status, id`)
}
