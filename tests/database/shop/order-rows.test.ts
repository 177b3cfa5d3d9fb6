import { beforeEach, describe, expect, test } from 'vitest'
import { anAttempt, anOrderRequest } from '#tests/support/order-factories.ts'
import { goodAddress } from '../../support/address-cases.ts'
import { admin, anonymous, openDatabase, type Row } from '../../support/database.ts'
import { phoneCases } from '../../support/phone-cases.ts'

const { sql, call, book } = openDatabase()

const SUBJECT = 'SUBJECTA'

describe('rule 14.16: a row of the list', () => {
  test.each([
    [{ trackingNumber: 'PX 1' }],
    [{ status: 'shipped' }],
    [{ status: 'delivered' }],
    [{ status: 'cancelled' }],
  ])('is booked with %j', async (booking) => {
    await place(SUBJECT)
    await book(SUBJECT, booking)
    expect(await row()).toMatchObject({ booked: true })
  })
})

describe('rule 14.2: a search finds an order and its customer', () => {
  beforeEach(async () => {
    for (const nth of [1, 2, 3]) await call(anonymous, 'place_order', { p: anAttempt(nth) })
  })

  test.each(
    phoneCases.flatMap(({ typed }) => {
      const [saved = ''] = typed
      return typed.filter(isOnlyPhone).flatMap((term) => [
        [saved, term] as const,
        // As it is typed: every beginning, and what WhatsApp shows.
        [saved, term.slice(0, -3)] as const,
      ])
    }),
  )('%s by %s', async (phone, term) => {
    await place(SUBJECT, { phone })
    expect(await found(term)).toContain(SUBJECT)
    const [customer] = await sql<{ key: string }>(
      'select private.customer_key(o) as key from public.orders as o where id = $1',
      [SUBJECT],
    )
    expect(await customers(term)).toContain(customer?.key)
  })

  test.each([
    ['0311', [SUBJECT]],
    ['+92 311', [SUBJECT]],
    ['0092311', [SUBJECT]],
    ['92311', [SUBJECT]],
    ['(0311) 765-43', [SUBJECT]],
    ['765-4321', [SUBJECT]],
    ['311.765.4321', [SUBJECT]],
    ['۰۳۱۱ ۷۶۵', [SUBJECT]],
    ['0311 7654322', []],
    ['+1 311 7654321', []],
    ['sahiw', [SUBJECT]],
    ['SAHIWAL', [SUBJECT]],
    ['px-0092', [SUBJECT]],
    ['PX-0092311', []],
    ['px 765', [SUBJECT]],
    ['subjecta', [SUBJECT]],
    ['tA\nsahiwal', [SUBJECT]],
  ])('%s', async (term, ids) => {
    await place(SUBJECT, { phone: '0311 7654321', city: 'Sahiwal' })
    await sql("update public.orders set tracking_number = 'PX-0092 5' where id = $1", [SUBJECT])
    expect(await found(term)).toEqual(ids)
  })

  test('by its new tracking number, and no more by the old one', async () => {
    await sql("update public.orders set tracking_number = 'OLD 1' where id = 'NTH00002'")
    await sql("update public.orders set tracking_number = 'NEW 1' where id = 'NTH00002'")
    expect([await found('old 1'), await found('new 1')]).toEqual([[], ['NTH00002']])
  })
})

/** Not `Tel: …`: that is searched for literally. */
function isOnlyPhone(typed: string): boolean {
  return !/[a-z]/i.test(typed)
}

async function place(id: string, address: Row = {}): Promise<void> {
  const shippingAddress = { ...goodAddress, ...address }
  const token = `token-of-the-order-${id}`
  const p = anOrderRequest({ id, token, shippingAddress })
  expect((await call(anonymous, 'place_order', { p })).status).toBe(201)
}

async function row(id = SUBJECT): Promise<Row | undefined> {
  const { body } = await call(admin, 'admin_orders', { p: { search: id } })
  return (body['orders'] as Row[])[0]
}

async function found(search: string): Promise<unknown[]> {
  const { body } = await call(admin, 'admin_orders', { p: { search } })
  return (body['orders'] as Row[]).map(({ id }) => id)
}

async function customers(search: string): Promise<string[]> {
  const { body } = await call(admin, 'admin_customers', { p: { search } })
  return (body['customers'] as { key: string }[]).map(({ key }) => key)
}
