/* What else of a Supabase project, or of its database, might have an address. */
import { expect } from 'vitest'
import { type AttackCase, fact } from '../attack-case.ts'
import { expectError, expectRefused } from '../outcomes.ts'
import { victim } from '../planted.ts'

const PRIVATE_TABLES = [
  'order_keys',
  'order_audit',
  'limit_salt',
  'limit_0',
  'catalogue_sizes',
  'store_admins',
  'status_totals',
  'day_totals',
  'customers',
  'customer_total',
  'listed_orders',
  'users',
  'sessions',
  'refresh_tokens',
  'pg_tables',
  'pg_stat_activity',
  'form_copies',
  'contact_messages',
  'listed_messages',
  'private.order_keys',
  'auth.users',
]

const PROFILES = ['private', 'auth', 'local', 'extensions', 'pg_catalog', 'information_schema']

const query = '{ordersCollection{edges{node{id shippingAddress}}}}'
const mutation = 'mutation{deleteFromordersCollection(atMost:9){affectedCount}}'

export const otherDoors: AttackCase[] = [
  ...PRIVATE_TABLES.map((table) =>
    fact(`A08 ${table} has no address`, async (shop) => {
      expectError(await shop.ask(`/rest/v1/${table}?select=*`), 404)
    }),
  ),
  ...PROFILES.map((profile) =>
    fact(`A09 A10 the schema ${profile} cannot be read`, async (shop) => {
      const headers = { 'accept-profile': profile }
      for (const table of ['orders', 'order_keys', 'users']) {
        expectError(await shop.ask(`/rest/v1/${table}`, { headers }), 406, 'PGRST106')
      }
    }),
  ),
  ...PROFILES.map((profile) =>
    fact(`A11 A12 nor written: ${profile}`, async (shop) => {
      const headers = { 'content-profile': profile }
      for (const method of ['POST', 'PATCH', 'PUT', 'DELETE']) {
        const path = `/rest/v1/orders?id=eq.${victim.id}`
        const reply = await shop.ask(path, { method, headers, body: '{"id":"QQQQQQQQ"}' })
        expectError(reply, 406, 'PGRST106')
      }
      expectError(await shop.call('get_order', { p_id: victim.id }, { headers }), 406, 'PGRST106')
    }),
  ),
  fact('A09 two schemas in one header open neither', async (shop) => {
    for (const profile of ['public,private', 'public, private', 'PRIVATE', '"private"']) {
      const reply = await shop.ask('/rest/v1/order_keys', {
        headers: { 'accept-profile': profile },
      })
      expectError(reply, 406)
    }
  }),
  ...[
    {},
    { accept: 'application/openapi+json' },
    { accept: '*/*', 'accept-profile': 'public' },
  ].map((headers) =>
    fact(`A13 A14 the API does not describe itself to ${JSON.stringify(headers)}`, async (shop) => {
      for (const path of ['/rest/v1/', '/rest/v1', '/rest/v1/?select=*']) {
        const reply = await shop.ask(path, { headers })
        expect([401, 404, 406]).toContain(reply.status)
        expect(reply.text).not.toMatch(/place_order|shipping/)
      }
    }),
  ),
  ...['{__schema{types{name}}}', query, mutation].map((question) =>
    fact(`A15 A16 there is no second grammar: ${question}`, async (shop) => {
      for (const path of ['/graphql/v1', '/rest/v1/rpc/graphql', '/rest/v1/rpc/resolve']) {
        const body = JSON.stringify({ query: question })
        const reply = await shop.ask(path, { method: 'POST', body })
        expect(reply.status).toBe(404)
        expect(reply.text.toLowerCase()).not.toContain('orderscollection')
      }
    }),
  ),
  ...[
    '/storage/v1/bucket',
    '/storage/v1/object/list/orders',
    '/storage/v1/object/public/a/b',
    '/storage/v1/s3',
    '/functions/v1/admin',
    '/realtime/v1/api/tenants',
    '/realtime/v1/api/broadcast',
    '/realtime/v1/websocket?apikey=sb_publishable_local&vsn=1.0.0',
    '/pg/query',
    '/pg-meta/default/query',
    '/platform/projects',
    '/project/default',
    '/mcp',
    '/analytics/v1/query',
    '/rest-admin/v1/ready',
  ].map((path) =>
    fact(`A17 A18 nothing is kept at ${path}`, async (shop) => {
      for (const method of ['GET', 'POST']) {
        expectRefused(await shop.ask(path, { method, ...(method === 'POST' && { body: '{}' }) }))
      }
    }),
  ),
  fact('A18 no event is sent to a listener', async (shop) => {
    const reply = await shop.speak(
      [
        'GET /realtime/v1/websocket?apikey=sb_publishable_local&vsn=1.0.0 HTTP/1.1',
        'Host: localhost',
        'Connection: Upgrade, close',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        '\r\n',
      ].join('\r\n'),
    )
    expect(reply.status).not.toBe(101)
    expectRefused(reply)
  }),
]
