/* The orders that checks leave in a live shop, and how they are removed. */
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openProject } from '#tools/check-hosted/project.ts'
import { LOCAL_API_KEY } from '#tools/local-backend/gateway.ts'
import { type CleanUpOptions, cleanUpOrders } from '#tools/test-orders/clean-up.ts'
import { aTestOrder, TEST_NAME } from '#tools/test-orders/test-order.ts'
import { adminLogin, aFolder, startBackend, type TestBackend } from '../support/shop-server.ts'
import { openTemplateDatabase } from '../support/template-database.ts'

const folder = aFolder('test-orders')
let backend: TestBackend
let printed: string[]

beforeAll(async () => {
  backend = await startBackend(folder.path)
})
beforeEach(async () => {
  printed = []
  await backend.transaction((query) => query('delete from public.orders'))
})
afterAll(async () => {
  await backend?.close()
  folder.remove()
})

test("a test order names itself, and its phone is nobody's", async () => {
  const id = await place()
  const [row] = await backend.transaction((query) =>
    query(
      `select shipping_address ->> 'fullName' as name, shipping_address ->> 'phone' as phone,
        phone_key as key from public.orders where id = $1`,
      [id],
    ),
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
  await backend.transaction((query) => query(printed[1] ?? ''))
  expect(await backend.transaction((query) => query('select id from public.orders'))).toEqual([
    { id: other },
  ])
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
  const server = new PGLiteSocketServer({ db: database, port: 0 })
  await server.start()
  const [mine, other] = [aTestOrder(), aTestOrder()]
  for (const p of [mine, other]) await database.query('select public.place_order($1)', [p])
  const port = server.getServerConn().split(':').at(-1)

  await cleanUp([mine.id], { databaseUrl: `postgres://postgres@127.0.0.1:${port}/postgres` })

  expect(printed).toEqual(['Deleted 1 of 1 test orders.'])
  expect((await database.query('select id from public.orders')).rows).toEqual([{ id: other.id }])
  await server.stop()
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

function statuses(): Promise<unknown[]> {
  return backend.transaction(async (query) =>
    (await query('select status from public.orders')).map(({ status }) => status),
  )
}
