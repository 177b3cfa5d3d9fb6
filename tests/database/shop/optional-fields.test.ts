/* Every optional field of the address, through all that happens to an order. A new field is here by itself. */
import { beforeAll, describe, expect, test } from 'vitest'
import { OPTIONAL_FIELDS } from '#order/address/address.ts'
import { anEntry, anItem, anOrderRequest, token } from '#tests/support/order-factories.ts'
import { admin, anonymous, hasDesk, openDatabase } from '../../support/database.ts'

const { sql, call, book, setAge, act, erase } = openDatabase({ beginAlike: true })

const ID = 'ABCDEFGH'
const own = { p_id: ID, p_token: token }

let fields: string[]
/** Another text of each field for each number. */
let extras: (nth: number) => Record<string, string>

beforeAll(async () => {
  const rows = await sql<{ field: string; isPhone: boolean }>(
    `select field, field ilike '%phone' as "isPhone" from private.address_fields() where not required`,
  )
  fields = rows.map(({ field }) => field)
  extras = (nth) =>
    Object.fromEntries(
      rows.map(({ field, isPhone }) => [field, isPhone ? `0301 000000${nth}` : `${field} ${nth}`]),
    )
})

describe('rule 4.17: every optional field', () => {
  test('is written with the order, and read by its holder', async () => {
    expect(fields).toEqual(OPTIONAL_FIELDS)
    await place()
    const { body } = await call(anonymous, 'get_order', own)
    expect(body).toMatchObject({ order: { ...extras(1), version: 1 } })
  })

  test('is hidden from whoever has the number of the order alone', async () => {
    await place()
    await setAge('1 hour')
    const { body } = await call(anonymous, 'get_order', { p_id: ID })
    expect(body).toMatchObject({ ok: true })
    for (const text of Object.values(extras(1))) expect(JSON.stringify(body)).not.toContain(text)
  })

  test.runIf(hasDesk)(
    'is changed by the customer, corrected by the admin, logged old and new, and removed',
    async () => {
      await place()
      await ok('change_order', { id: ID, token, version: 1, extras: extras(2) })
      await act('correct', { id: ID, version: 2, extras: extras(3) })
      await act('correct', { id: ID, version: 3, extras: {} })
      const { body } = await call(admin, 'admin_order', { p_id: ID })
      expect(body['changes']).toMatchObject([
        { actor: 'customer', before: { extras: extras(1) }, after: { extras: extras(2) } },
        { actor: 'admin', before: { extras: extras(2) }, after: { extras: extras(3) } },
        { actor: 'admin', before: { extras: extras(3) }, after: { extras: null } },
      ])
      for (const field of fields) expect(body['order']).not.toHaveProperty(field)
    },
  )

  test.runIf(hasDesk)('is entered by the admin, and copied to a replacement', async () => {
    const { id, size } = anItem()
    await act('enter', anEntry(anOrderRequest({ id: ID, extras: extras(1) })))
    await book(ID, { courier: 'tcs', trackingNumber: 'TCS 1', status: 'shipped' })
    const items = [{ id, size, quantity: 1 }]
    const { body } = await act('enter', { id: 'REPLACED', replaces: ID, items, total: 0 })
    expect(body['order']).toMatchObject({ replaces: ID, ...extras(1) })
  })

  test('is erased, in the log as well', async () => {
    await place()
    await ok('change_order', { id: ID, token, version: 1, extras: extras(2) })
    await book(ID, { status: 'delivered' })
    await erase({ order: ID })
    const saved = JSON.stringify([
      await sql('select * from public.orders'),
      await sql('select * from private.order_audit'),
    ])
    for (const text of Object.values({ ...extras(1), ...Object.values(extras(2)) }))
      expect(saved).not.toContain(text)
  })
})

async function place(): Promise<void> {
  await ok('place_order', anOrderRequest({ id: ID, extras: extras(1) }))
}

async function ok(name: string, p: object): Promise<unknown> {
  const caller = name.startsWith('admin') ? admin : anonymous
  const { body } = await call(caller, name, { p: JSON.stringify(p) })
  expect([name, body]).toMatchObject([name, { ok: true }])
  return body['order']
}
