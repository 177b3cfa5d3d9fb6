import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { goodAddress } from '../support/address-cases.ts'
import { placesThatHold } from '../support/everything-stored.ts'
import {
  aFolder,
  postJson,
  signedInClient,
  startBackend,
  type TestBackend,
} from '../support/shop-server.ts'

const person = {
  ...goodAddress,
  fullName: 'Shaista Butt',
  address: 'Haveli 12, Mochi Gate',
  phone: '0321 9876543',
}

let folder: ReturnType<typeof aFolder>
let backend: TestBackend

beforeEach(async () => {
  folder = aFolder('erasing')
  backend = await startBackend(folder.path)
})
afterEach(async () => {
  await backend.close()
  folder.remove()
})

describe('an admin who erases a customer', () => {
  test('finds nothing of them in any table, copies of forms included', async () => {
    const id = await orderOf(person)
    await orderOf({ ...goodAddress, fullName: 'Bilal Ahmed', phone: '0300 7654321' })
    const { client } = await signedInClient(backend.url)
    const moved = await client.rpc('admin_book_order', {
      p: { id, version: 1, status: 'delivered' },
    })
    expect(moved.data).toMatchObject({ ok: true })
    expect(await placesThatHold('Mochi Gate', sql)).toEqual([
      'local.form_copies.fields',
      'public.orders.shipping_address',
    ])

    const { data } = await client.rpc('admin_erase_customer', { p: { order: id } })
    expect(data).toEqual({ ok: true, orders: 1, otherNames: 0 })
    for (const text of ['Shaista', 'Mochi Gate', '9876543']) {
      expect(await placesThatHold(text, sql)).toEqual([])
    }
    expect(await sql("select fields ->> 'fullName' as of from local.form_copies")).toEqual([
      { of: 'Bilal Ahmed' },
    ])
  })
})

describe('what is older than the retention time', () => {
  test('is erased when the backend starts', async () => {
    const id = await orderOf(person)
    const newer = await orderOf(person)
    await sql("update public.orders set status = 'delivered'")
    await sql("update local.form_copies set received_at = now() - interval '25 months'")
    await sql('alter table public.orders disable trigger protect_order')
    await sql("update public.orders set date = now() - interval '25 months' where id = $1", [id])
    await sql('alter table public.orders enable trigger protect_order')
    await backend.close()

    backend = await startBackend(folder.path)
    await vi.waitFor(async () => expect(await personalOrders()).toEqual([newer]), 20_000)
    expect(await sql('select fields from local.form_copies')).toEqual([])
    expect(await sql('select actor, orders from private.erasures')).toEqual([
      { actor: 'system', orders: 1 },
    ])
  })
})

async function sql<Found>(statement: string, values: unknown[] = []): Promise<Found[]> {
  return backend.transaction((query) => query(statement, values)) as Promise<Found[]>
}

/** Places an order and sends its copy, as the checkout does. */
async function orderOf(shippingAddress: typeof goodAddress): Promise<string> {
  const order = aNewOrder({ shippingAddress })
  const placed = await postJson(`${backend.url}/rest/v1/rpc/place_order`, { p: order })
  expect(placed.status).toBe(201)
  const body = new FormData()
  for (const [field, value] of Object.entries(shippingAddress)) body.set(field, value)
  const copied = await fetch(`${backend.url}/forms/order`, { method: 'POST', body })
  expect(copied.status).toBe(200)
  return order.id
}

async function personalOrders() {
  const rows = await sql<{ id: string }>(
    `select id from public.orders where shipping_address ->> 'phone' <> '—'`,
  )
  return rows.map(({ id }) => id)
}
