/* The orders that checks leave in a live shop, and how they are removed. */
import { beforeEach, expect, inject, test } from 'vitest'
import { adminLogin } from '#tests/support/shop-server.ts'
import { openTemplateDatabase } from '#tests/support/template-database.ts'
import { openProject } from '#tools/check-hosted/project.ts'
import { LOCAL_API_KEY } from '#tools/local-backend/gateway.ts'
import { type CleanUpOptions, cleanUpOrders } from '#tools/test-orders/clean-up.ts'
import { aTestOrder } from '#tools/test-orders/test-order.ts'
import { openBackend } from './open-backend.ts'

const backend = openBackend('test-orders')
let printed: string[]

beforeEach(async () => {
  printed = []
  await backend.sql('delete from public.orders')
})

test("with the admin's login they are cancelled", async () => {
  const ids = [await place(), await place()]
  await cleanUp(ids, { admin: adminLogin })
  expect(printed).toEqual(['Cancelled 2 of 2 test orders.'])
  expect(await statuses()).toEqual(['cancelled', 'cancelled'])
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

test('with the database they are deleted, and no other order is', async () => {
  const database = await openTemplateDatabase()
  const [mine, other] = [aTestOrder(), aTestOrder()]
  for (const p of [mine, other]) await database.query('select public.place_order($1)', [p])
  const { host } = inject('postgres')

  await cleanUp([mine.id], {
    databaseUrl: `postgres://postgres@localhost/${database.name}?host=${encodeURIComponent(host)}`,
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
