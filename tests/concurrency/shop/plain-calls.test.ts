/* What a caller asks PostgREST to do with the result of a function, in the transaction of that function. */
import { describe, expect, test } from 'vitest'
import { countedClients } from '#tests/support/limits.ts'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { openConnections } from '../backend.ts'

const { sql, inOpenTransaction, send, placeOrder, count } = openConnections()

const client = '203.0.113.7'
const NAMES = [
  'cancel_order',
  'change_order',
  'find_order',
  'get_order',
  'place_order',
  'request_help',
  'send_message',
  'track_order',
]

const QUERIES = [
  'select=code:pgrst_scalar->>code::integer,pgrst_scalar',
  'select=pgrst_scalar,order:pgrst_scalar->order',
  'select=text:pgrst_scalar::text,pgrst_scalar',
  // A name of the caller's choice does not hide the cast before it.
  'select=code:pgrst_scalar->>code::integer,"FROM (SELECT ":pgrst_scalar,pgrst_scalar',
  `select="'":pgrst_scalar,code:pgrst_scalar->>code::integer,pgrst_scalar,"' FROM (SELECT ":pgrst_scalar`,
  'pgrst_scalar->order->>id=match.^(a%2B)(a%2B)$',
  'pgrst_scalar=is.null',
  'or=(pgrst_scalar->>ok.eq.true,pgrst_scalar.is.null)',
  'not.and=(pgrst_scalar.is.null)',
  'order=pgrst_scalar->>code',
  'order=pgrst_scalar.desc.nullslast',
]

const PLAIN: [query: string, headers: Record<string, string>][] = [
  ['', {}],
  ['', { prefer: 'return=representation, count=exact, handling=lenient' }],
  ['', { range: '0-9' }],
  ['', { accept: 'application/vnd.pgrst.object+json' }],
  ['?select=pgrst_scalar', {}],
  ['?limit=1&offset=0', {}],
]

describe.each(NAMES)('%s', (name) => {
  test('A96 A105 refuses a filter, a cast and an order before anything is locked, counted or saved', async () => {
    const order = await placeOrder()
    const body = argumentsOf(name, order)
    const before = await everything()
    const counted = await countedClients(sql)
    // A call that waits for the locks is ended by the limit of its statement.
    await inOpenTransaction(async (other) => {
      await other.query(`
        lock table public.orders, private.order_keys, private.contact_messages in exclusive mode
      `)
      for (const query of QUERIES) {
        const path = `/rpc/${name}?${query.replaceAll(' ', '%20').replaceAll('"', '%22')}`
        const response = await send({ path, body, from: client })
        expect([query, response.status, response.body]).toMatchObject([
          query,
          400,
          { code: 'PT400', message: 'not_a_plain_call' },
        ])
      }
    })
    expect(await everything()).toEqual(before)
    expect(await countedClients(sql)).toBe(counted)
  })

  test('responds to a plain call, also with headers, its columns or a page, and to GET', async () => {
    const order = await placeOrder()
    const body = argumentsOf(name, order)
    for (const [query, headers] of PLAIN) {
      const response = await send({ path: `/rpc/${name}${query}`, body, from: client, headers })
      expect(response.body, JSON.stringify([query, headers])).toHaveProperty('ok')
    }
    const asked = Object.entries(argumentsOf(name, order)).map(
      ([key, value]) =>
        `${key}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
    )
    const response = await send({
      method: 'GET',
      path: `/rpc/${name}?${asked.join('&')}`,
      from: client,
    })
    expect([405, 429]).toContain(response.status)
    expect(response.body).toMatchObject({ ok: false })
  })
})

describe('within its own limit', () => {
  const { inOpenTransaction, call } = openConnections({ hasOwnTimeouts: true })

  test('a call that takes longer ends', async () => {
    await inOpenTransaction(async (other) => {
      await other.query('lock table private.order_keys')
      const { status, body } = await call('get_order', { p_id: 'ABCDEFGH', p_token: 'x' }, client)
      expect([status, body]).toMatchObject([500, { code: '57014' }])
    })
  })
})

/** A request that would be saved, where the function saves anything. */
function argumentsOf(name: string, order: ReturnType<typeof aNewOrder>): Record<string, unknown> {
  const { id, token, shippingAddress } = order
  const own = { id, token, version: 1 }
  if (name === 'get_order' || name === 'track_order') return { p_id: id, p_token: token }
  if (name === 'find_order') return { p: { id, phone: shippingAddress.phone } }
  if (name === 'place_order') return { p: aNewOrder() }
  if (name === 'request_help') return { p: { id, token, kind: 'damaged', text: 'Broken' } }
  if (name === 'cancel_order') return { p: { ...own, reason: 'changed_mind' } }
  if (name === 'change_order') {
    return { p: { ...own, shippingAddress: { ...shippingAddress, address: 'a'.repeat(299) } } }
  }
  const words = { name: 'Ayesha', email: 'a@b.c', subject: 'Hello', message: 'Hello' }
  return { p: { messageId: `message-${id}-${token.slice(0, 8)}`, ...words } }
}

async function everything() {
  return [
    await sql('select * from public.orders'),
    await sql('select * from private.order_keys'),
    await count('private.contact_messages'),
    await sql('select * from private.wrong_finds'),
  ]
}
