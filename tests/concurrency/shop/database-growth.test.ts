/* What one address may write: everything that a customer may do, until each limit is reached. */
import { expect, test } from 'vitest'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { concurrently, openConnections } from '../backend.ts'

const { sql, call, limited } = openConnections()

type NewOrder = ReturnType<typeof aNewOrder>
type Calls = [name: string, body: Record<string, unknown>][]

const CLIENT = '203.0.113.7'
const MAX_GROWTH_BYTES = 400_000

test(
  'G29 beyond the limits, whatever a customer may do adds nothing to the database',
  limited(async () => {
    const own = await concurrently(5, async () => {
      const p = aNewOrder()
      expect(await call('place_order', { p }, CLIENT)).toMatchObject({ status: 201 })
      return p
    })
    await sql(`update public.orders set status = 'delivered' where id = $1`, [own[0]?.id])
    await repeat(11, own)
    // The step of a tracked order is not one of a machine that takes longer than its 15 seconds.
    await sql(`update private.order_keys set first_tracked_at = now() - interval '20 seconds'`)
    await repeat(1, own)
    const [before, bytes] = [await savedRows(), await databaseSize()]
    expect(before).toMatchObject({ changed: 3, messages: 30, requests: 1, cancelled: 1 })
    await repeat(4, own)
    expect(await savedRows()).toEqual(before)
    expect((await databaseSize()) - bytes).toBeLessThan(MAX_GROWTH_BYTES)
  }),
)

test(
  '17.7 of many addresses and networks each adds its few messages while many are unread, and then nothing',
  limited(async () => {
    await sql(`insert into private.contact_messages (id, name, email, subject, message)
      select 'message-of-another-' || nth, '', '', '', '' from generate_series(1, 2000) as nth`)
    const addresses = Array.from({ length: 30 }, (_, nth) => `203.0.113.${nth + 1}`)
    // Of a /48 network each request may come from another /64.
    const networks = Array.from({ length: 10 }, (_, nth) => `2001:db8:${nth + 1}`)
    for (let nth = 1; nth <= 12; nth += 1) {
      const clients = [...addresses, ...networks.map((network) => `${network}:${nth}::7`)]
      const sendFrom = (client: string) => call('send_message', { p: aMessage() }, client)
      await Promise.all(clients.map(sendFrom))
    }
    expect(await savedRows()).toMatchObject({ messages: 2000 + 30 * 3 + 10 * 10 })
  }),
)

let sent = 0
let messages = 0

async function repeat(times: number, own: NewOrder[]): Promise<void> {
  for (let round = 0; round < times; round += 1) {
    await Promise.all(own.map(doEverything))
  }
}

async function doEverything(order: NewOrder, nth: number): Promise<void> {
  sent += 1
  const { id, token, shippingAddress } = order
  const { body } = await call('get_order', { p_id: id, p_token: token }, CLIENT)
  const { version } = body['order'] as { version: number }
  // The second order is cancelled at once: its changes are refused.
  const isCancelled = nth === 1
  const calls: Calls = [
    ...(isCancelled ? [cancellation(order, version)] : []),
    ...(nth > 1 ? changes(order, version) : []),
    ...refused(order),
    ['place_order', { p: order }],
    ['track_order', { p_id: id, p_token: token }],
    ['find_order', { p: { id, phone: shippingAddress.phone } }],
    ['request_help', { p: { id, token, kind: 'damaged', text: 'It leaks' } }],
    ['send_message', { p: aMessage() }],
  ]
  for (const [name, body] of calls) await call(name, body, CLIENT)
}

function cancellation({ id, token }: NewOrder, version: number): Calls[number] {
  return ['cancel_order', { p: { id, token, version, reason: 'other', text: 'Too late' } }]
}

function changes({ id, token, shippingAddress }: NewOrder, version: number): Calls {
  const address = { ...shippingAddress, address: `${'Street '.repeat(40)}${sent}` }
  return [
    ['change_order', { p: { id, token, version, shippingAddress: address } }],
    ['change_order', { p: { id, token, version, shippingAddress, extras: tooLong } }],
  ]
}

function refused({ id }: NewOrder): Calls {
  return [
    ['place_order', { p: { ...aNewOrder(), total: 1 } }],
    ['place_order', { p: { ...aNewOrder(), extras: tooLong } }],
    ['get_order', { p_id: `MISS${1000 + sent}` }],
    ['find_order', { p: { id, phone: '0300 7654321' } }],
  ]
}

const tooLong = { landmark: 'x'.repeat(121) }

function aMessage() {
  messages += 1
  const messageId = `a-message-of-the-test-${messages}`
  return {
    ...{ messageId, name: 'Sana', email: 'sana@example.com', subject: 'Oil' },
    message: 'Thank you. '.repeat(900),
  }
}

async function savedRows() {
  const [row] = await sql(`
    select
      (select count(*) from private.order_keys where changes = 10)::integer as changed,
      (select count(*) from private.order_audit)::integer as log,
      (select count(*) from public.orders)::integer as orders,
      (select count(*) from public.orders where status = 'cancelled')::integer as cancelled,
      (select sum(jsonb_array_length(tracking_history)) from public.orders)::integer as history,
      (select count(*) from private.contact_messages)::integer as messages,
      (select count(*) from private.help_requests)::integer as requests,
      (select count(*) from private.order_details)::integer as details,
      (select count(*) from private.customers)::integer as customers,
      (select count(*) from private.marked_orders)::integer as marks,
      (select count(*) from private.wrong_finds)::integer as "wrong finds"
  `)
  return row
}

async function databaseSize(): Promise<number> {
  const [row] = await sql<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  return Number(row?.bytes)
}
