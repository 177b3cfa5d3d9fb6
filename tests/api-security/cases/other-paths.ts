/* Other parts of a Supabase project or of its database: tables, schemas, functions, services. */
import { expect } from 'vitest'
import { type AttackCase, attack, attacks } from '../attack-case.ts'
import { expectDenied, expectError, expectRefused } from '../expectations.ts'
import { victim } from '../fixtures.ts'
import type { TestApi } from '../test-api.ts'

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

const OTHER_TABLES = ['pg_tables', 'pg_stat_activity', 'private.order_keys', 'auth.users'].map(
  (name) => ({ name }),
)

/** In pg_catalog, which has too many functions to try each of them. */
const BUILT_IN_FUNCTIONS: [name: string, args: object][] = [
  ['pg_sleep', { seconds: 1 }],
  ['set_config', { setting_name: 'role', new_value: 'postgres', is_local: true }],
  ['pg_read_file', { filename: '/etc/passwd' }],
  ['query_to_xml', { query: 'select * from public.orders' }],
  ['lo_import', { path: '/etc/passwd' }],
  ['exec_sql', { sql: 'select 1' }],
]

const NOT_LOGINS: Record<string, (api: TestApi) => string> = {
  'the token of an order': () => victim.token,
  'the code of a confirm link': () => 'AbcdEfgh0123456789abcdef',
  'the id of an admin': ({ admin }) => admin.userId,
  'the session of an admin': ({ admin }) => admin.sessionId,
  'a token of an admin with another signature': ({ admin, user }) =>
    `${admin.token.split('.').slice(0, 2).join('.')}.${user.token.split('.')[2]}`,
}

export const otherPathCases: AttackCase[] = [
  attack('A110 A115 B14 every function of the admin is denied', async (api) => {
    const functions = await functionsOf(api, "n.nspname = 'public' and proname like 'admin%'")
    expect(functions).not.toEqual([])
    for (const [name, args] of functions) {
      expectDenied(await api.rpc(name, args))
      expectDenied(await api.rpc(name, args, { token: api.user.token }), 403)
    }
  }),
  ...attacks(
    'A110 C06 no function of the admin takes for a login',
    Object.keys(NOT_LOGINS),
    async (api, what) => {
      // A token is read before the name of a function.
      const headers = { authorization: `Bearer ${NOT_LOGINS[what]?.(api)}` }
      expect((await api.rpc('admin_orders', { p: {} }, { headers })).status).toBe(401)
    },
  ),
  attack('A111 B14 no function of another schema has a path', async (api) => {
    const functions = await functionsOf(
      api,
      // One of each schema: PostgREST knows a schema, or none of its functions.
      `pg_proc.oid in (
          select max(oid) from pg_proc where proname not in (
            select proname from pg_proc where pronamespace = 'public'::regnamespace
          ) group by pronamespace
        ) and n.nspname in ('private', 'auth', 'local', 'extensions')`,
    )
    expect(functions).not.toEqual([])
    for (const [name, args] of [...functions, ...BUILT_IN_FUNCTIONS]) {
      expectError(await api.rpc(name, args), 404, 'PGRST202')
      expectError(await api.rpc(name, args, { token: api.user.token }), 404, 'PGRST202')
      expect((await api.request(`/rest/v1/rpc/${name}`)).status).toBe(404)
    }
  }),
  ...attacks(
    'A111 another spelling leads to no other schema',
    ['private.place_order', 'private%2Eis_admin', 'public.get_order', '../private/is_admin'],
    async (api, name) => expectError(await api.rpc(name, {}), 404),
  ),
  attack('A08 no other table has a path', async (api) => {
    // Of a thousand sequences that differ by their number one.
    const tables = await api.sql(`
        select distinct regexp_replace(relname, '_\\d+$', '_1') as name from pg_class
        where relkind in ('r', 'p', 'v', 'm', 'S') and relname <> 'orders'
          and relnamespace::regnamespace::text in ('public', 'private', 'auth', 'local')
      `)
    expect(tables).not.toEqual([])
    for (const { name } of [...tables, ...OTHER_TABLES]) {
      expectError(await api.request(`/rest/v1/${name}?select=*`), 404)
    }
  }),
  ...attacks('A09 A10 A11 A12 B16 a schema cannot be selected', SCHEMAS, async (api, schema) => {
    const headers = { 'accept-profile': schema, 'content-profile': schema }
    for (const token of callers(api)) {
      for (const table of ['orders', 'order_keys', 'users', 'store_admins']) {
        const response = await api.request(`/rest/v1/${table}`, { headers, ...token })
        expectError(response, 406, 'PGRST106')
      }
      for (const method of ['POST', 'PATCH', 'PUT', 'DELETE']) {
        const path = `/rest/v1/orders?id=eq.${victim.id}`
        const options = { method, headers, body: '{"id":"QQQQQQQQ"}', ...token }
        expectError(await api.request(path, options), 406, 'PGRST106')
      }
      const response = await api.rpc('get_order', { p_id: victim.id }, { headers, ...token })
      expectError(response, 406, 'PGRST106')
    }
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
        const response = await api.request(path, { headers })
        expect([401, 404, 406]).toContain(response.status)
        expect(response.text).not.toMatch(/place_order|shipping/)
      }
    },
  ),
  ...attacks(
    'A15 A16 B16 there is no GraphQL endpoint',
    [
      '{__schema{types{name}}}',
      '{ordersCollection{edges{node{id shippingAddress}}}}',
      'mutation{deleteFromordersCollection(atMost:9){affectedCount}}',
    ],
    async (api, query) => {
      const options = { method: 'POST', body: JSON.stringify({ query }) }
      for (const path of ['/graphql/v1', '/rest/v1/rpc/graphql', '/rest/v1/rpc/resolve']) {
        for (const token of callers(api)) {
          const response = await api.request(path, { ...options, ...token })
          expect(response.status).toBe(404)
          expect(response.text.toLowerCase()).not.toContain('orderscollection')
        }
      }
    },
  ),
  ...attacks('A17 A18 B15 a service is unreachable', SERVICES, async (api, path) => {
    for (const token of callers(api)) {
      expectRefused(await api.request(path, token))
      expectRefused(await api.request(path, { method: 'POST', body: '{}', ...token }))
    }
  }),
  attack('A18 a listener gets no event', async (api) => {
    const response = await api.sendBytes(WEBSOCKET_REQUEST)
    expect(response.status).not.toBe(101)
    expectRefused(response)
  }),
]

/** Anonymous, and signed in without rights. */
function callers({ user }: TestApi): [object, { token: string }] {
  return [{}, { token: user.token }]
}

/** By the catalogue of the database, each with an argument for each of its parameters. */
async function functionsOf(api: TestApi, where: string): Promise<[name: string, args: object][]> {
  const functions = await api.sql(`
    select proname as name, coalesce(
      jsonb_object_agg(
        parameter, case format_type(type, null)
          when 'boolean' then to_jsonb(true)
          when 'jsonb' then '{"order": "${victim.id}"}'
          else '"${victim.id}"'
        end
      ) filter (where parameter <> ''),
      '{}'
    ) as args
    from pg_proc join pg_namespace as n on n.oid = pronamespace
      left join unnest(proargnames[:pronargs], proargtypes::oid[]) as given (parameter, type) on true
    where ${where}
    group by pg_proc.oid, proname
  `)
  return functions.map(({ name, args }) => [String(name), args as object])
}
