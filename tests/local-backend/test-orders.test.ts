/* The orders that checks leave in a live shop, and how they are removed. */
import { beforeEach, expect, inject, test } from 'vitest'
import { adminLogin } from '#tests/support/shop-server.ts'
import { openTemplateDatabase } from '#tests/support/template-database.ts'
import { openProject } from '#tools/check-hosted/project.ts'
import { LOCAL_API_KEY } from '#tools/local-backend/gateway.ts'
import { type CleanUpOptions, cleanUpOrders } from '#tools/test-orders/clean-up.ts'
import { aTestOrder, TEST_NAME } from '#tools/test-orders/test-order.ts'
import { openBackend } from './open-backend.ts'

const backend = openBackend('test-orders')
let printed: string[]

beforeEach(async () => {
  printed = []
  await backend.sql('delete from public.orders')
})

test("a test order names itself, and its phone is nobody's", async () => {
  const id = await place()
  const [row] = await backend.sql(
    `select shipping_address ->> 'fullName' as name, shipping_address ->> 'phone' as phone,
        phone_key as key from public.orders where id = $1`,
    [id],
  )
  expect(row?.['name']).toBe(TEST_NAME)
  expect(row?.['phone']).toMatch(/^\+999 000 0\d\d \d{4}$/)
  expect(row?.['key']).toMatch(/^0000\d{6}$/)
})

test('every test order has a phone of its own, so that no limit is met', () => {
  const phones = Array.from({ length: 50 }, () => aTestOrder().shippingAddress.phone)
  expect(new Set(phones).size).toBeGreaterThan(45)
})

test("with the admin's login they are cancelled", async () => {
  const ids = [await place(), await place()]
  await cleanUp(ids, { admin: adminLogin })
  expect(printed).toEqual(['Cancelled 2 of 2 test orders.'])
  expect(await statuses()).toEqual(['cancelled', 'cancelled'])
})

test('what could not be cancelled is printed', async () => {
  await cleanUp([await place(), 'QQQQQQQQ'], { admin: adminLogin })
  expect(printed).toEqual([
    'Cancelled 1 of 2 test orders.',
    'Test orders are left in the shop: QQQQQQQQ. In the SQL editor:',
    "delete from public.orders where id in ('QQQQQQQQ');",
  ])
})

test('without a login their ids are printed with the SQL that removes them', async () => {
  const ids = [await place(), await place()]
  const other = await place()
  await cleanUp(ids, {})
  expect(printed).toHaveLength(2)
  expect(printed[0]).toBe(`Test orders are left in the shop: ${ids.join(', ')}. In the SQL editor:`)
  await backend.sql(printed[1] ?? '')
  expect(await backend.sql('select id from public.orders')).toEqual([{ id: other }])
})

test('a wrong login says so, and prints the SQL', async () => {
  const id = await place()
  await cleanUp([id], { admin: { ...adminLogin, password: 'wrong' } })
  expect(printed).toEqual([
    'The test orders could not be removed: Invalid login credentials',
    `Test orders are left in the shop: ${id}. In the SQL editor:`,
    `delete from public.orders where id in ('${id}');`,
  ])
  expect(await statuses()).toEqual(['pending'])
})

test('where none were placed, nothing is done', async () => {
  await cleanUp([], { admin: adminLogin })
  expect(printed).toEqual([])
})

test('with the database they are deleted, and no other order is', async () => {
  const database = await openTemplateDatabase()
  const [mine, other] = [aTestOrder(), aTestOrder()]
  for (const p of [mine, other]) await database.query('select public.place_order($1)', [p])
  const { host } = inject('postgres')

  await cleanUp([mine.id], {
    databaseUrl: `postgres://postgres@/${database.name}?host=${encodeURIComponent(host)}`,
  })

  expect(printed).toEqual(['Deleted 1 of 1 test orders.'])
  expect((await database.query('select id from public.orders')).rows).toEqual([{ id: other.id }])
  await database.close()
})

async function place(): Promise<string> {
  const p = aTestOrder()
  const path = '/rest/v1/rpc/place_order'
  const project = openProject(backend.url, LOCAL_API_KEY)
  expect((await project.request(path, { method: 'POST', body: { p } })).status).toBe(201)
  return p.id
}

function cleanUp(ids: string[], how: Partial<CleanUpOptions>): Promise<void> {
  const print = (line: string) => printed.push(line)
  return cleanUpOrders(ids, { url: backend.url, key: LOCAL_API_KEY, print, ...how })
}

async function statuses(): Promise<unknown[]> {
  const rows = await backend.sql('select status from public.orders')
  return rows.map(({ status }) => status)
}
