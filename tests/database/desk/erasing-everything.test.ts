/*
 * One customer whose every field is a word of its own, through all that happens to an order: placed, read, corrected,
 * confirmed, booked in a sheet, delivered, reported, replaced. None of the words may be left when she is erased.
 */
import { expect, test } from 'vitest'
import { ASKED_REASONS } from '#admin/order/packing.ts'
import { anItem, anOrderRequest, token } from '#tests/support/order-factories.ts'
import { admin, anonymous, from, openDatabase, type Row } from '../../support/database.ts'
import { placesOfEach } from '../../support/everything-stored.ts'

const { sql, call, versionOf, act, book } = openDatabase()

const ID = 'PERSONAA'
const REPLACEMENT = 'PERSONBB'

test('rule 16.5: of an erased customer no field is left in any column of any table', async () => {
  const first = await canaries(1)
  const second = await canaries(2)
  const words = [...Object.values(first.words), ...Object.values(second.words)]

  const placed = anOrderRequest({ id: ID, shippingAddress: first.address, extras: first.extras })
  await ok(from('203.0.113.7'), 'place_order', placed)
  await ok(anonymous, 'watch_order', {
    ...{ id: ID, token, p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
    url: 'https://fcm.googleapis.com/fcm/send/Kanarienvogel',
  })
  await ok(anonymous, 'find_order', { id: ID, phone: first.address['phone'] })
  await call(admin, 'admin_orders', { p: { search: first.words['fullName'] } })
  await ok(anonymous, 'change_order', {
    ...{ id: ID, token, version: await versionOf(ID) },
    ...{ shippingAddress: second.address, extras: second.extras },
  })
  // Back to the name and the phone that are erased: the others are in the log.
  const { fullName, phone } = first.address
  const corrected = { ...second.address, fullName, phone }
  await done('correct', { id: ID, version: await versionOf(ID), shippingAddress: corrected })
  const told = { id: ID, kind: 'confirm', language: 'en', code: 'ABCDEFGHabcdefgh12345678' }
  await done('tell', told)
  await ok(anonymous, 'confirm_order', { id: ID, code: 'ABCDEFGHabcdefgh12345678' })
  for (const note of ['Kanarinotiz', 'Kanarirest']) await done('note', { id: ID, note })
  const [note] = await sql('select id from private.order_notes order by id desc')
  await done('delete_note', { id: ID, note: note?.['id'] })
  const { body } = await act('batch', { id: '', courier: 'tcs', ids: [ID], include: ASKED_REASONS })
  const batch = (body['batch'] as { id: number }).id
  await act('sheet', { id: ID, batch, cells: ['Kanarizelle'] })
  await book(ID, { trackingNumber: 'KANARI 77' })
  await book(ID, { status: 'delivered' })
  await ok(anonymous, 'request_help', { id: ID, token, kind: 'damaged', text: 'Kanaritext' })
  const { id, size } = anItem()
  const items = [{ id, size, quantity: 1 }]
  await done('enter', { id: REPLACEMENT, replaces: ID, items, total: 0, note: 'Kanariersatz' })
  await ok(anonymous, 'get_order', undefined, { p_id: ID, p_token: token })
  await book(REPLACEMENT, { status: 'delivered' })
  await ok(anonymous, 'send_message', {
    ...{ messageId: crypto.randomUUID(), name: 'Her', email: 'kanaripost@example.com' },
    ...{ subject: 'Kanaribetreff', message: `I am ${phone}` },
  })
  for (const word of [
    'Kanarinotiz',
    'Kanarizelle',
    'Kanaritext',
    'Kanariersatz',
    'KANARI 77',
    'Kanaribetreff',
  ]) {
    words.push(word)
  }
  words.push('Kanarienvogel', 'kanaripost')
  await sql(`insert into private.marked_orders (order_id, mark, group_key)
    select id, 'large_amount', '0123456789ab' from public.orders where id = '${ID}'`)

  expect((await placesOfEach(words, sql)).filter(({ places }) => places.length === 0)).toEqual([])
  expect(await tablesWithRows()).toEqual((await erasingTables()).toSorted())
  await ok(admin, 'admin_erase_customer', { order: ID })
  expect((await placesOfEach(words, sql)).filter(({ places }) => places.length > 0)).toEqual([])
}, 60_000)

/** Beside the orders: those with a function private.erase_<table>(). */
async function erasingTables(): Promise<string[]> {
  const rows = await sql<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'private'::regnamespace and relkind = 'r'
      and to_regprocedure(format('private.%I(text[])', 'erase_' || relname)) is not null
  `)
  return rows.map(({ name }) => name)
}

/** Of the tables that erase: those with a row of the orders of this test. */
async function tablesWithRows(): Promise<string[]> {
  const found: string[] = []
  const others: Record<string, string> = {
    acts: 'orders && $1',
    parcel_events: 'parcel_id in (select id from private.parcels where order_id = any ($1))',
  }
  for (const name of (await erasingTables()).toSorted()) {
    const where = others[name] ?? 'order_id = any ($1)'
    const rows = await sql(`select from private.${name} where ${where}`, [[ID, REPLACEMENT]])
    if (rows.length > 0) found.push(name)
  }
  return found
}

/** Tables that name orders and have nothing of a person in their other columns. */
const IMPERSONAL = [
  ...['acts_seen', 'deleted_orders', 'joined_orders', 'order_leases'],
  ...['money_lines', 'stage_changes', 'staged_orders', 'unsent_copies', 'wrong_finds'],
]

test('rule 16.5: every table that names orders erases its own personal data, or has none', async () => {
  const rows = await sql<{ name: string }>(`
    select distinct relname as name
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'private'::regnamespace and relkind = 'r'
      and (attname in ('order_id', 'parcel_id', 'into_id') or relname = 'acts') and not attisdropped
  `)
  const named = rows.map(({ name }) => name)
  expect(named.toSorted()).toEqual([...(await erasingTables()), ...IMPERSONAL].toSorted())
})

/** A word for each field that the database names, so that a new field is here by itself. */
async function canaries(nth: number) {
  const fields = await sql<{ field: string; required: boolean }>(
    'select field, required from private.address_fields()',
  )
  const words = Object.fromEntries(fields.map(({ field }) => [field, wordOf(field, nth)]))
  const of = (required: boolean) =>
    Object.fromEntries(
      fields
        .filter((one) => one.required === required)
        .map(({ field }) => [field, words[field] ?? '']),
    )
  return { words, address: of(true), extras: of(false) }
}

function wordOf(field: string, nth: number): string {
  if (field === 'postalCode') return `4821${nth}`
  if (field === 'phone') return `0345771239${nth}`
  if (field === 'secondPhone') return `0346881249${nth}`
  return `Kanari${field}${'xyz'[nth]}`
}

async function done(name: string, row: Row) {
  expect((await act(name, row)).body).toMatchObject({ ok: true })
}

async function ok(
  caller: Parameters<typeof call>[0],
  name: string,
  p: unknown,
  values: Row = { p: JSON.stringify(p) },
) {
  const { body } = await call(caller, name, values)
  expect([name, body]).toMatchObject([name, { ok: true }])
}
