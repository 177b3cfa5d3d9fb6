/* What names an erased customer beside the customer's orders: messages. */
import { beforeAll, expect, test } from 'vitest'
import { anOrderRequest } from '#tests/support/order-factories.ts'
import { goodAddress } from '../../support/address-cases.ts'
import { admin, anonymous, openDatabase } from '../../support/database.ts'

const { sql, call } = openDatabase({ beginAlike: true })

const KEY = 'shaista butt 3219876543'
const person = {
  ...goodAddress,
  fullName: 'Shaista Butt',
  address: 'Haveli 12, Mochi Gate',
  phone: '0321 9876543',
}

beforeAll(async () => {
  await place('OTHERAAA', goodAddress)
  await place('PERSONAA', person)
  await place('PERSONBB', person, { extras: { secondPhone: '0333 7778889' } })
})

test.each([
  ['the phone', { message: 'Call 0321-9876543' }],
  ['the name', { name: 'SHAISTA Butt' }],
  ['the e-mail of such a message', { email: 'Sister@example.com', name: 'Sh. B.' }],
])('an erased customer is deleted with the messages that have %s', async (_, message) => {
  await write({ email: 'sister@example.com', message: 'Of 0321 9876543' })
  await write({ message: 'Of somebody else: 0321 9876544' })
  await write({ subject: 'Under test', ...message })
  await sql("update public.orders set status = 'delivered' where id <> 'OTHERAAA'")
  expect(await erase({ key: KEY })).toMatchObject({ ok: true })
  expect(await sql('select message from private.contact_messages')).toEqual([
    { message: 'Of somebody else: 0321 9876544' },
  ])
})

test('an erased customer takes no letter of the person whose phone was given as the second', async () => {
  await write({ message: 'Call +92 333 7778889' })
  await write({ email: 'neighbour@example.com', message: 'I am 0333 7778889' })
  await write({ email: 'neighbour@example.com', message: 'And I asked before' })
  await sql("update public.orders set status = 'delivered' where id <> 'OTHERAAA'")
  expect(await erase({ key: KEY })).toMatchObject({ ok: true, orders: 2 })
  expect(await sql('select message from private.contact_messages')).toHaveLength(3)
  expect(
    await sql("select extras ->> 'secondPhone' as phone from public.orders"),
  ).not.toContainEqual({
    phone: '0333 7778889',
  })
})

async function place(id: string, shippingAddress: object, more = {}): Promise<void> {
  const p = anOrderRequest({ id, shippingAddress, ...more })
  expect((await call(anonymous, 'place_order', { p })).status).toBe(201)
}

async function write(message: object): Promise<void> {
  const p = {
    messageId: crypto.randomUUID(),
    name: 'Ali',
    email: `${crypto.randomUUID()}@example.com`,
    subject: 'Hi',
    message: 'Hi',
    ...message,
  }
  expect((await call(anonymous, 'send_message', { p })).status).toBe(201)
}

async function erase(p: object) {
  return (await call(admin, 'admin_erase_customer', { p })).body
}
