import { beforeEach, describe, expect, test } from 'vitest'
import { anAttempt } from '#tests/support/order-factories.ts'
import { admin, anonymous, openDatabase } from '../support/database.ts'
import { computedCounts, savedCounts } from '../support/order-counts.ts'

const { asAdmin, ask, call } = openDatabase()

describe('a shop without orders', () => {
  test('shows zeros, and 30 days', async () => {
    const { body } = await call(admin, 'admin_dashboard', {})
    expect(body).toMatchObject({
      totalOrders: 0,
      totalRevenue: 0,
      pendingOrders: 0,
      completedOrders: 0,
      revenue30: 0,
      revenuePrevious30: 0,
      recent: [],
    })
    expect(body['days']).toHaveLength(30)
    expect((await call(admin, 'admin_order_counts', {})).body).toEqual({
      all: 0,
      pending: 0,
      processing: 0,
      shipped: 0,
      delivered: 0,
      cancelled: 0,
    })
  })
})

describe('the counts follow', () => {
  beforeEach(async () => {
    await call(anonymous, 'place_order', { p: anAttempt(1) })
    await call(anonymous, 'place_order', { p: anAttempt(2) })
  })

  test('an order that a customer places', async () => {
    expect(await figures()).toMatchObject({ totalOrders: 2, pendingOrders: 2, totalRevenue: 1598 })
  })

  test('an order that an admin cancels, and takes back', async () => {
    await move('cancelled')
    expect(await figures()).toMatchObject({ totalOrders: 2, pendingOrders: 1, totalRevenue: 799 })
    await move('delivered')
    expect(await figures()).toMatchObject({
      pendingOrders: 1,
      completedOrders: 1,
      totalRevenue: 1598,
    })
  })

  test('an address that changes, to another customer', async () => {
    await asAdmin(`update public.orders
      set shipping_address = shipping_address || '{"fullName": "Someone Else"}'
      where id = 'NTH00001'`)
    expect(await savedCounts(asAdmin)).toEqual(await computedCounts(asAdmin))
    expect(await customerNames()).toEqual(['Someone Else', 'Ayesha Khan'].sort())
  })

  test('an address that is forgotten', async () => {
    await asAdmin("update public.orders set shipping_address = '{}' where id = 'NTH00001'")
    expect(await savedCounts(asAdmin)).toEqual(await computedCounts(asAdmin))
    const { body } = await call(admin, 'admin_orders', { p: {} })
    expect(body['orders']).toHaveLength(2)
  })

  test('an insert that is taken back, by forgetting it', async () => {
    const before = await savedCounts(asAdmin)
    await asAdmin('savepoint trial')
    await call(anonymous, 'place_order', { p: anAttempt(3) })
    await asAdmin('rollback to savepoint trial')
    expect(await savedCounts(asAdmin)).toEqual(before)
  })

  test('a tracking number not at all', async () => {
    const before = await asAdmin('select xmin, * from private.status_totals')
    await ask(admin, "update public.orders set tracking_number = 'PX1' where id = 'NTH00001'")
    expect(await asAdmin('select xmin, * from private.status_totals')).toEqual(before)
  })
})

async function figures() {
  return (await call(admin, 'admin_dashboard', {})).body
}

async function move(status: string) {
  await ask(admin, "update public.orders set status = $1 where id = 'NTH00001'", [status])
}

async function customerNames() {
  const rows = await asAdmin<{ full_name: string }>('select full_name from private.customers')
  return rows.map((row) => row.full_name).sort()
}
