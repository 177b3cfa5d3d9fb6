/* What the desk keeps of an erased customer beside the customer's orders: the log of corrected orders, and marks. */
import { beforeAll, expect, test } from 'vitest'
import { ASKED_REASONS } from '#admin/order/packing.ts'
import { anOrderRequest } from '#tests/support/order-factories.ts'
import { goodAddress } from '../../support/address-cases.ts'
import { openDatabase, type Row } from '../../support/database.ts'
import { placesThatHold } from '../../support/everything-stored.ts'

const { sql, act, book, erase, place, versionOf } = openDatabase({ beginAlike: true })

const ID = 'PERSONAA'
const KEY = 'shaista butt 3219876543'
const person = {
  ...goodAddress,
  fullName: 'Shaista Butt',
  address: 'Haveli 12, Mochi Gate',
  phone: '0321 9876543',
}
const other = { ...goodAddress, fullName: 'Rukhsana Bibi', phone: '0333 1112223' }

beforeAll(async () => {
  await place(anOrderRequest({ id: 'OTHERAAA' }))
  for (const id of [ID, 'PERSONBB']) await place(anOrderRequest({ id, shippingAddress: person }))
})

const ALL = ['Shaista', 'Mochi Gate', 'Shalimar', '9876543']

test.each([
  ['name and phone at once', [other], ALL],
  ['the phone, then the name', [{ phone: other.phone }, other], ALL],
  ['the name, then the phone', [{ fullName: other.fullName }, other], ALL],
  ['the street, then the rest', [{ address: 'Kothi 9, Shalimar' }, other], ALL],
  ['the phone only', [{ phone: other.phone }], ['9876543']],
  ['the name only', [{ fullName: other.fullName }], ['Shaista']],
])(
  'an erased customer is erased from the log of an order that was corrected to another: %s',
  async (_, changes, texts) => {
    await correct(...changes)
    const before = await sql("select shipping_address from public.orders where id = 'PERSONAA'")
    expect(await placesThatHold(texts[0] ?? '', sql)).toContain('private.order_audit.before')
    expect(await erase({ key: KEY })).toMatchObject({ ok: true, orders: 1 })
    for (const text of texts) expect(await placesThatHold(text, sql)).toEqual([])
    expect(await sql("select shipping_address from public.orders where id = 'PERSONAA'")).toEqual(
      before,
    )
  },
)

test('rule 16.5: what was noted about an erased customer is erased, and not what was noted since', async () => {
  const { body } = await act('batch', { id: '', courier: 'tcs', ids: [ID], include: ASKED_REASONS })
  await act('sheet', { id: ID, batch: (body['batch'] as Row)['id'], cells: ['Kanarizelle'] })
  await book(ID, { trackingNumber: 'KANARINUMMER' })
  await sql("update private.parcel_events set word = 'Kanariwort' where true")
  await book(ID, { courier: null, trackingNumber: null })
  await act('tell', { id: ID, kind: 'preparing', language: 'en' })
  const hold = { act: 'hold', reason: 'address', text: 'Kanariwort', at: new Date().toISOString() }
  await act('attempt', { id: ID, ...hold })
  await act('note', { id: ID, note: 'Kanarinotiz' })
  await sql(
    `insert into private.notice_targets (way, url, p256dh, auth, order_id)
     values ('push', 'https://push.invalid/Kanarigeraet', $1, $2, $3)`,
    ['B'.repeat(87), 'a'.repeat(22), ID],
  )
  await sql(
    `insert into private.confirm_codes (selector, order_id, code_hash)
     values ('Kanarico', $1, sha256('x'))`,
    [ID],
  )
  // Within one transaction now() stands still.
  await sql('update private.confirmation_attempts set at = now()')
  await correct(other)
  await act('note', { id: ID, note: 'Rukhsana calls' })
  await writeHistory({
    status: 'pending',
    at: '2100-01-01T00:00:00Z',
    trackingNumber: 'RUKHSANANR',
  })
  await sql(
    `update private.order_notes set at = now() + interval '1 second' where note like 'Rukhsana%'`,
  )
  for (const word of [
    'Kanarizelle',
    'KANARINUMMER',
    'Kanariwort',
    'Kanarinotiz',
    'Kanarico',
    '9876543',
  ])
    expect(await placesThatHold(word, sql)).not.toEqual([])
  await erase({ key: KEY })
  for (const word of ['Kanari', 'KANARI', '9876543'])
    expect(await placesThatHold(word, sql)).toEqual([])
  expect(await placesThatHold('Rukhsana calls', sql)).toEqual(['private.order_notes.note'])
  expect(await placesThatHold('RUKHSANANR', sql)).toEqual(['public.orders.tracking_history'])
})

test('an erased customer leaves the log of other customers, and of the order since it is theirs', async () => {
  await correct(other, { address: 'Kothi 9, Shalimar' })
  const p = { id: 'OTHERAAA', version: 1, shippingAddress: { ...goodAddress, city: 'Okara' } }
  await act('correct', p)
  await erase({ key: KEY })
  const [entry] = await sql(
    "select after from private.order_audit where order_id = 'PERSONAA' order by id desc limit 1",
  )
  expect(entry).toEqual({ after: { shippingAddress: { address: 'Kothi 9, Shalimar' } } })
  expect(await placesThatHold('Rukhsana', sql)).toContain('private.order_audit.after')
  expect(await placesThatHold('Okara', sql)).toContain('private.order_audit.after')
})

test('an erased customer is deleted from the marked orders', async () => {
  await sql(`insert into private.marked_orders (order_id, mark, group_key)
    select id, 'large_amount', '0123456789ab' from public.orders
    where id in ('PERSONAA', 'OTHERAAA')`)
  await sql("update public.orders set status = 'delivered'")
  await erase({ key: KEY })
  expect(await sql('select order_id from private.marked_orders')).toEqual([
    { order_id: 'OTHERAAA' },
  ])
})

/** Corrects the order PERSONAA to another customer, in the order of the changes. */
async function correct(...changes: object[]): Promise<void> {
  let address: object = person
  for (const change of changes) {
    address = { ...address, ...change }
    const p = { id: ID, version: await versionOf(ID), shippingAddress: address }
    expect((await act('correct', p)).status).toBe(200)
  }
  await sql("update public.orders set status = 'delivered' where id = 'PERSONBB'")
}

async function writeHistory(change: object): Promise<void> {
  await sql('alter table public.orders disable trigger user')
  await sql(
    'update public.orders set tracking_history = tracking_history || $2::jsonb where id = $1',
    [ID, JSON.stringify([change])],
  )
  await sql('alter table public.orders enable trigger user')
}
