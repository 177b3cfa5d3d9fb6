import type { Guard } from './mutation.ts'

const GATEWAY = 'tools/local-backend/gateway.ts'
const PROXY = 'tools/local-backend/rest-proxy.ts'
const CLIENT = 'tools/local-backend/rate-limit.ts'
const FORMS = 'tools/local-backend/form-sink.ts'
const SERVER = 'tools/site-server/site-server.ts'
const POSTGREST = 'tools/local-backend/postgrest.ts'
const AUTH = 'tools/local-backend/auth'

const AT_GATEWAY = 'tests/local-backend/gateway.test.ts'
const OTHER_SITES = 'tests/local-backend/other-sites.test.ts'
const CONNECTIONS = 'tests/local-backend/connections.test.ts'
const FORGED = 'tests/local-backend/sessions-forged.test.ts'
const LOGIN = 'tests/local-backend/sessions-login.test.ts'
const SESSIONS = 'tests/local-backend/sessions.test.ts'
const HOST = 'tests/local-backend/host-rules.test.ts'
const FOLDER = 'tests/local-backend/data-folder.test.ts'

/** What stands before the database: the gateway, sessions, the host's rules. */
export const fileGuards: Guard[] = [
  guard(
    'the gateway asks for the key',
    GATEWAY,
    "request.headers['apikey'] !== LOCAL_API_KEY",
    'false',
    AT_GATEWAY,
  ),
  guard(
    'the key is no token',
    GATEWAY,
    'delete request.headers.authorization',
    'return',
    AT_GATEWAY,
  ),
  guard(
    'a page of another origin writes nothing',
    GATEWAY,
    'if (isCrossOriginWrite(request))',
    'if (false)',
    OTHER_SITES,
  ),
  guard(
    'a page of the same site is of another origin',
    GATEWAY,
    "site !== 'same-origin' && site !== 'none'",
    "site === 'cross-site'",
    OTHER_SITES,
  ),
  guard(
    'an Origin is compared where a browser says no more',
    GATEWAY,
    'URL.parse(headers.origin)?.host !== headers.host',
    'false',
    OTHER_SITES,
  ),
  guard('PostgREST allows no origin', PROXY, "  'origin',\n", '', OTHER_SITES),
  guard(
    'only known hosts are served',
    SERVER,
    '    knownHosts([host, ...allowedHosts]),\n',
    '',
    OTHER_SITES,
  ),
  guard('X-Forwarded-For is believed when told to', CLIENT, 'trustProxy ?', 'true ?', OTHER_SITES),
  guard(
    'what is not offered says so',
    GATEWAY,
    "if (service !== 'auth') return sendJson(response, notOffered)",
    '',
    AT_GATEWAY,
  ),
  guard(
    'a body has an end',
    'tools/local-backend/http-messages.ts',
    'size > MAX_BODY_BYTES',
    'false',
    AT_GATEWAY,
  ),
  guard('a form that nobody made has no address', FORMS, "form !== 'order'", 'false', AT_GATEWAY),
  guard(
    'a form has its own fields',
    FORMS,
    "if (most === undefined || !isText(value)) return { code: 'bad_field', field }",
    'if (most === undefined || !isText(value)) continue',
    AT_GATEWAY,
  ),
  guard(
    'a field of a form has a length',
    FORMS,
    'countCharacters(value) > most',
    'false',
    AT_GATEWAY,
  ),
  guard(
    'a client sends so many forms',
    FORMS,
    '        [perClient, clientNetwork(client)],\n',
    '',
    AT_GATEWAY,
  ),
  guard(
    'logs hold codes and places only',
    'tools/site-server/log-fault.ts',
    'console.error([',
    'console.error(error, [',
    'tests/local-backend/logs.test.ts',
  ),
  guard(
    'other machines need a password of one’s own',
    'tools/site-server/serve.ts',
    "if (!isHosted) refuseExposedAdmin(process.env['HOST'], settings.adminPassword)",
    '',
    'tests/local-backend/exposed-admin.test.ts',
  ),
  guard(
    'requests of a connection wait their turn',
    SERVER,
    '    inOrder((request',
    '    ((request',
    CONNECTIONS,
  ),
  guard(
    'a connection has so many requests waiting',
    'tools/site-server/in-order.ts',
    'queue.length >= MOST_WAITING',
    'false',
    CONNECTIONS,
  ),
  guard(
    'there are so many connections',
    SERVER,
    '  server.maxConnections = MAX_CONNECTIONS\n',
    '',
    CONNECTIONS,
  ),
  guard('a caller names no other address', PROXY, "  'cf-connecting-ip',\n", '', AT_GATEWAY),
  guard('a caller is the last hop', CLIENT, 'hops.at(-1)', 'hops.at(0)', AT_GATEWAY),
  guard(
    'a caller without a proxy is who connects',
    CLIENT,
    "request.socket.remoteAddress ?? ''",
    "''",
    AT_GATEWAY,
  ),
  guard(
    'the API does not describe itself',
    POSTGREST,
    "PGRST_OPENAPI_MODE: 'disabled'",
    "PGRST_OPENAPI_MODE: 'ignore-privileges'",
    AT_GATEWAY,
  ),
  guard(
    'private has no address in the API',
    POSTGREST,
    "PGRST_DB_SCHEMAS: 'public'",
    "PGRST_DB_SCHEMAS: 'public,private'",
    'tests/contract/customer.test.ts',
  ),
  guard(
    'a token is signed with this secret',
    POSTGREST,
    'PGRST_JWT_SECRET: folder.tokenSecret',
    "PGRST_JWT_SECRET: 'a-secret-of-somebody-else-entirely'",
    AT_GATEWAY,
  ),

  guard(
    'a session is shown to its own token only',
    `${AUTH}/access-tokens.ts`,
    "audience: 'authenticated'",
    'clockTolerance: 0',
    FORGED,
  ),
  guard(
    'a wrong password opens nothing',
    `${AUTH}/sign-in.ts`,
    "user && check?.['matches']",
    'user',
    LOGIN,
  ),
  guard(
    'an unknown name costs as much time as a wrong password',
    `${AUTH}/sign-in.ts`,
    "user?.['encrypted_password'] ?? HASH_OF_NOBODY",
    "user?.['encrypted_password'] ?? ''",
    LOGIN,
  ),
  guard(
    'wrong logins are limited',
    `${AUTH}/sign-in.ts`,
    'if (!giveBack) return tooManyLogins',
    '',
    LOGIN,
  ),
  guard(
    'wrong logins of a name are limited where they come from',
    `${AUTH}/login-limit.ts`,
    'const client = clientNetwork(address)',
    "const client = 'all'",
    LOGIN,
  ),
  guard(
    'wrong logins of all names are limited',
    `${AUTH}/login-limit.ts`,
    '        [perClient, client],\n',
    '',
    LOGIN,
  ),
  guard('right logins are not counted', `${AUTH}/sign-in.ts`, '        giveBack()\n', '', LOGIN),
  guard(
    'nobody signs up',
    `${AUTH}/auth-api.ts`,
    "authError(422, 'signup_disabled', 'Signups not allowed for this instance')",
    "{ status: 200, body: { id: 'new', aud: 'authenticated', role: 'authenticated' } }",
    'tests/contract/admin.test.ts',
  ),
  guard(
    'signing out ends the session',
    `${AUTH}/auth-api.ts`,
    'delete from auth.sessions where',
    'select from auth.sessions where',
    LOGIN,
  ),
  guard(
    'signing out elsewhere is signing out elsewhere',
    `${AUTH}/auth-api.ts`,
    "'id <> $2'",
    "'$2::uuid is not null'",
    SESSIONS,
  ),
  guard(
    'a spent refresh token ends the session',
    `${AUTH}/sign-in.ts`,
    "await query('delete from auth.sessions where id = $1', [known.session_id])",
    '',
    SESSIONS,
  ),
  guard(
    'a refresh token is spent once',
    `${AUTH}/sign-in.ts`,
    'set revoked = true, updated_at',
    'set revoked = false, updated_at',
    SESSIONS,
  ),

  guard(
    'only the owner reads the data folder',
    'tools/local-backend/data-folder.ts',
    'chmodSync(folder, 0o700)',
    'chmodSync(folder, 0o755)',
    FOLDER,
  ),
  guard(
    'a migration that was applied does not change',
    'tools/local-backend/migrations.ts',
    'if (applied) {',
    'if (false) {',
    FOLDER,
  ),
  guard(
    'no file is taken for another kind',
    'netlify.toml',
    'X-Content-Type-Options = "nosniff"',
    'X-Content-Type-Options = "guess"',
    HOST,
  ),
  guard(
    'a path does not climb',
    'tools/site-server/netlify-rules/obey-rules.ts',
    "path.split(/[/\\\\]/).includes('..')",
    'false',
    HOST,
  ),
]

function guard(name: string, file: string, text: string, by: string, tests: string): Guard {
  return { name, drop: { file, text, by }, tests: [tests] }
}
