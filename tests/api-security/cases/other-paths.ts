/* Other parts of a Supabase project or of its database: tables, schemas, functions, services. */
import { expect } from 'vitest'
import { type AttackCase, attack, attacks, enforcedBy } from '../attack-case.ts'
import { expectDenied, expectError, expectRefused } from '../expectations.ts'
import { otherMessage, victim } from '../fixtures.ts'

const TABLES = [
  'order_keys order_audit limit_salt limit_0 catalogue_sizes store_admins status_totals',
  'day_totals customers customer_total listed_orders users sessions refresh_tokens',
  'pg_tables pg_stat_activity form_copies contact_messages listed_messages',
  'private.order_keys auth.users',
].flatMap((names) => names.split(' '))

const SCHEMAS = ['private', 'auth', 'local', 'extensions', 'pg_catalog', 'information_schema']

const SERVICES = [
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
]

const WEBSOCKET_REQUEST = [
  'GET /realtime/v1/websocket?apikey=sb_publishable_local&vsn=1.0.0 HTTP/1.1',
  'Host: localhost',
  'Connection: Upgrade, close',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  '\r\n',
].join('\r\n')

/** Functions of the schema private that the open schema of the control run has in public. */
const INTERNAL_FUNCTIONS: Record<string, object> = {
  find_order: { p_id: victim.id },
  view_order: { p_id: victim.id },
  hit: { bucket: 'x' },
  is_admin: {},
  place_order_impl: { p: {} },
  save_message: { p: otherMessage },
}

const OTHER_FUNCTIONS: Record<string, object> = {
  count_call: { purpose: 'miss' },
  order_json: { shown: null, in_full: true },
  read_order: { p_id: victim.id, p_token: null },
  start_processing: { p_id: victim.id },
  save_order: { p: {} },
  mask_address: { address: {} },
  holds_token: { p_id: victim.id, p_token: 'x' },
  recount_orders: {},
  uncount_call: { purpose: 'miss' },
  change_count: { purpose: 'miss', client: '203.0.113.9', change: -255 },
  client_address: {},
  clean_text: { typed: 'x' },
  short_ngrams: { searched: 'x' },
  order_summaries: { ids: [victim.id] },
  newest_orders: { most: 5 },
  show_messages: { ids: [otherMessage.messageId] },
  respond_unread: {},
  prepare_order: {},
  uid: {},
  jwt: {},
  crypt: { a: 'x', b: 'y' },
  gen_salt: { a: 'bf' },
  pg_sleep: { seconds: 1 },
  set_config: { setting_name: 'role', new_value: 'postgres', is_local: true },
  pg_read_file: { filename: '/etc/passwd' },
  query_to_xml: { query: 'select * from public.orders' },
  lo_import: { path: '/etc/passwd' },
  exec_sql: { sql: 'select 1' },
}

/** The functions of the admin, with arguments. */
export const ADMIN_CALLS: [name: string, args: object][] = [
  ['admin_orders', { p: {} }],
  ['admin_orders', { p: { search: 'a', limit: 100, status: 'pending' } }],
  ['admin_order', { p_id: victim.id }],
  ['admin_order_counts', {}],
  ['admin_dashboard', {}],
  ['admin_client', {}],
  ['admin_customers', { p: { search: '03' } }],
  ['admin_erase_customer', { p: { order: victim.id } }],
  ['admin_messages', { p: {} }],
  ['admin_unread_messages', {}],
  ['admin_mark_message', { p_id: otherMessage.messageId, p_is_read: true }],
  ['admin_delete_message', { p_id: otherMessage.messageId }],
]

export const otherPathCases: AttackCase[] = [
  ...attacks('A110 A111 a function of the admin is denied', ADMIN_CALLS, async (api, call) => {
    expectDenied(await api.rpc(...call))
  }),
  ...withoutPath(INTERNAL_FUNCTIONS),
  ...enforcedBy('PostgREST', [
    ...withoutPath(OTHER_FUNCTIONS),
    ...attacks(
      'A111 another spelling leads to no other schema',
      ['private.place_order', 'private%2Eis_admin', 'public.get_order', '../private/is_admin'],
      async (api, name) => expectError(await api.rpc(name, {}), 404),
    ),
    ...attacks('A08 a table has no path', TABLES, async (api, table) => {
      expectError(await api.request(`/rest/v1/${table}?select=*`), 404)
    }),
    ...attacks('A09 A10 a schema cannot be selected for reading', SCHEMAS, async (api, schema) => {
      const headers = { 'accept-profile': schema }
      for (const table of ['orders', 'order_keys', 'users']) {
        expectError(await api.request(`/rest/v1/${table}`, { headers }), 406, 'PGRST106')
      }
    }),
    ...attacks('A11 A12 a schema cannot be selected for writing', SCHEMAS, async (api, schema) => {
      const headers = { 'content-profile': schema }
      for (const method of ['POST', 'PATCH', 'PUT', 'DELETE']) {
        const path = `/rest/v1/orders?id=eq.${victim.id}`
        const reply = await api.request(path, { method, headers, body: '{"id":"QQQQQQQQ"}' })
        expectError(reply, 406, 'PGRST106')
      }
      expectError(await api.rpc('get_order', { p_id: victim.id }, { headers }), 406, 'PGRST106')
    }),
    attack('A09 two schemas in one header are refused', async (api) => {
      for (const schemas of ['public,private', 'public, private', 'PRIVATE', '"private"']) {
        const headers = { 'accept-profile': schemas }
        expectError(await api.request('/rest/v1/order_keys', { headers }), 406)
      }
    }),
    ...attacks(
      'A13 A14 the API does not describe itself',
      [{}, { accept: 'application/openapi+json' }, { accept: '*/*', 'accept-profile': 'public' }],
      async (api, headers) => {
        for (const path of ['/rest/v1/', '/rest/v1', '/rest/v1/?select=*']) {
          const reply = await api.request(path, { headers })
          expect([401, 404, 406]).toContain(reply.status)
          expect(reply.text).not.toMatch(/place_order|shipping/)
        }
      },
    ),
  ]),
  ...enforcedBy('gateway', [
    ...attacks(
      'A15 A16 there is no GraphQL endpoint',
      [
        '{__schema{types{name}}}',
        '{ordersCollection{edges{node{id shippingAddress}}}}',
        'mutation{deleteFromordersCollection(atMost:9){affectedCount}}',
      ],
      async (api, query) => {
        for (const path of ['/graphql/v1', '/rest/v1/rpc/graphql', '/rest/v1/rpc/resolve']) {
          const reply = await api.request(path, { method: 'POST', body: JSON.stringify({ query }) })
          expect(reply.status).toBe(404)
          expect(reply.text.toLowerCase()).not.toContain('orderscollection')
        }
      },
    ),
    ...attacks('A17 A18 a service is unreachable', SERVICES, async (api, path) => {
      expectRefused(await api.request(path))
      expectRefused(await api.request(path, { method: 'POST', body: '{}' }))
    }),
    attack('A18 a listener gets no event', async (api) => {
      const reply = await api.sendBytes(WEBSOCKET_REQUEST)
      expect(reply.status).not.toBe(101)
      expectRefused(reply)
    }),
  ]),
]

function withoutPath(functions: Record<string, object>): AttackCase[] {
  return Object.entries(functions).map(([name, args]) =>
    attack(`A111 ${name}() has no path`, async (api) => {
      expectError(await api.rpc(name, args), 404, 'PGRST202')
      expect((await api.request(`/rest/v1/rpc/${name}`)).status).toBe(404)
    }),
  )
}
