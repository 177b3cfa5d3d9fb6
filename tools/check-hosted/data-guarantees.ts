/* What an anonymous user can read and write. No request can change an order, even without protection. */
import { adminFunctionNames, emptyCall } from './admin-functions.ts'
import { type Guarantee, isDenied, type Project } from './project.ts'

const PUSH = '`supabase db push`: the project lacks a migration, or a right was granted by hand.'
const EXPOSED = 'Project Settings > Data API > Exposed schemas: leave only "public".'

/** How the database refuses, and how the local backend's gateway does. */
const PLAIN_CALL_REFUSALS = ['not_a_plain_call', 'A function takes no query string']

/** No order can have this id: the table takes eight letters or digits. */
const NOBODYS = 'id=eq.-'

const SCHEMAS = ['private', 'auth', 'graphql_public', 'graphql', 'storage', 'vault', 'extensions']
const PRIVATE_CALLS = [
  'is_admin',
  'read_order',
  'erase_orders',
  'recount_orders',
  'is_refused',
  'clean_text',
]
/** The functions that customers call. tests/database/grants.test.ts compares them with the database. */
export const customerFunctionNames = [
  'cancel_order',
  'change_order',
  'confirm_order',
  'find_order',
  'get_order',
  'place_order',
  'report_unsent_copy',
  'request_help',
  'send_message',
  'shop_pauses',
  'track_order',
  'watch_order',
]
const OPEN_PATHS = ['/', ...customerFunctionNames.map((name) => `/rpc/${name}`)]

export const dataGuarantees: Guarantee[] = [
  {
    says: 'An anonymous user can neither read nor count orders',
    remedy: PUSH,
    async passes(project) {
      const responses = await Promise.all([
        project.request('/rest/v1/orders?select=*&limit=1'),
        project.request('/rest/v1/orders?select=id&limit=1', {
          headers: { prefer: 'count=exact' },
        }),
        project.request('/rest/v1/orders?select=count'),
      ])
      return responses.every(isDenied)
    },
  },
  {
    says: 'An anonymous user can neither add, change nor delete orders',
    remedy: PUSH,
    async passes(project) {
      const responses = await Promise.all([
        project.request('/rest/v1/orders', { method: 'POST', body: [{ id: '-' }] }),
        project.request(`/rest/v1/orders?${NOBODYS}`, { method: 'PUT', body: [{ id: '-' }] }),
        project.request(`/rest/v1/orders?${NOBODYS}`, {
          method: 'PATCH',
          body: { status: 'pending' },
        }),
        project.request(`/rest/v1/orders?${NOBODYS}`, { method: 'DELETE' }),
      ])
      return responses.every(isDenied)
    },
  },
  {
    says: 'An anonymous user can place an order and look at one by its id',
    remedy: PUSH,
    async passes(project) {
      const misshapen = await call(project, 'place_order', { p: {} })
      const looks = await Promise.all(
        ['get_order', 'track_order'].map((name) => call(project, name, { p_id: '-' })),
      )
      return (
        misshapen.json['code'] === 'bad_field' &&
        looks.every(({ json }) => json['code'] === 'not_found')
      )
    },
  },
  {
    says: 'An anonymous user can write to the shop, and an empty message is refused',
    remedy: PUSH,
    async passes(project) {
      const { json } = await call(project, 'send_message', { p: {} })
      return json['code'] === 'bad_field'
    },
  },
  {
    says: 'An order is found, changed, cancelled and confirmed only by who has a right to it',
    remedy: PUSH,
    async passes(project) {
      const responses = await Promise.all(
        ['find_order', 'change_order', 'cancel_order', 'request_help', 'confirm_order'].map(
          (name) => call(project, name, { p: {} }),
        ),
      )
      return responses.every(({ json }) => json['ok'] === false)
    },
  },
  {
    says: 'A look at an order by GET, which no limit could count, is refused',
    remedy: PUSH,
    passes: async (project) =>
      [405, 429].includes((await project.request('/rest/v1/rpc/get_order?p_id=QQQQQQQQ')).status),
  },
  {
    says: "A filter on a function's result is refused, and a plain call is not",
    remedy:
      'Report it with the version of PostgREST (Project Settings > Infrastructure): private.require_plain_call() reads its SQL.',
    async passes(project) {
      // The id that no order has: nothing is counted but a miss.
      const request = { method: 'POST', body: { p_id: '-' } }
      const plain = await project.request('/rest/v1/rpc/get_order', request)
      const filtered = await project.request('/rest/v1/rpc/get_order?pgrst_scalar=match.x', request)
      const cached = await project.request('/rest/v1/rpc/shop_pauses')
      return (
        plain.json['code'] === 'not_found' &&
        filtered.status === 400 &&
        PLAIN_CALL_REFUSALS.includes(String(filtered.json['message'])) &&
        cached.status === 200
      )
    },
  },
  {
    says: 'The functions of the admin and of the outbox are closed to anonymous users',
    remedy: PUSH,
    async passes(project) {
      const responses = await Promise.all([
        ...adminFunctionNames.map((name) => call(project, name, emptyCall(name))),
        call(project, 'claim_notices', {}),
        call(project, 'report_notices', { p: {} }),
      ])
      return responses.every(isDenied)
    },
  },
  {
    says: 'The functions behind the API cannot be called',
    remedy: EXPOSED,
    async passes(project) {
      const responses = await Promise.all(PRIVATE_CALLS.map((name) => call(project, name, {})))
      return responses.every(({ status, json }) => status === 404 && json['code'] === 'PGRST202')
    },
  },
  {
    says: 'No schema but "public" is exposed',
    remedy: EXPOSED,
    async passes(project) {
      const responses = await Promise.all(
        SCHEMAS.map((schema) =>
          project.request('/rest/v1/orders', { headers: { 'accept-profile': schema } }),
        ),
      )
      return responses.every(({ status, json }) => status === 406 && json['code'] === 'PGRST106')
    },
  },
  {
    says: 'The API describes nothing but what anonymous users may call',
    remedy: PUSH,
    async passes(project) {
      const { status, json } = await project.request('/rest/v1/')
      if (status !== 200) return status === 401 || status === 404
      return Object.keys(json['paths'] ?? {}).every((path) => OPEN_PATHS.includes(path))
    },
  },
]

function call(project: Project, name: string, body: object) {
  return project.request(`/rest/v1/rpc/${name}`, { method: 'POST', body })
}
