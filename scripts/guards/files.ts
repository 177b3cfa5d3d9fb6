import type { Guard } from './guard.ts'

const GATEWAY = 'src/integrations/local-store/gateway.ts'
const PROXY = 'src/integrations/local-store/rest-proxy.ts'
const POSTGREST = 'src/integrations/local-store/postgrest.ts'
const AUTH = 'src/integrations/local-store/auth'

const AT_GATEWAY = 'tests/local-store/gateway.test.ts'
const FORGED = 'tests/local-store/sessions-forged.test.ts'
const LOGIN = 'tests/local-store/sessions-login.test.ts'
const SESSIONS = 'tests/local-store/sessions.test.ts'
const HOST = 'tests/local-store/host-rules.test.ts'
const FOLDER = 'tests/local-store/data-folder.test.ts'

/** What stands before the database: the gateway, sessions, the host's rules. */
export const fileGuards: Guard[] = [
  guard('the gateway asks for the key', GATEWAY, 'key !== LOCAL_API_KEY', 'false', AT_GATEWAY),
  guard(
    'the key is no token',
    GATEWAY,
    'delete request.headers.authorization',
    'return',
    AT_GATEWAY,
  ),
  guard(
    'pages of another origin may ask, and are told what',
    GATEWAY,
    "'Access-Control-Allow-Methods': 'GET, HEAD, POST, PATCH, PUT, DELETE, OPTIONS'",
    "'Access-Control-Allow-Methods': 'GET'",
    AT_GATEWAY,
  ),
  guard(
    'what is not offered says so',
    GATEWAY,
    "if (service !== 'auth') return sendAnswer(response, notOffered)",
    '',
    AT_GATEWAY,
  ),
  guard(
    'a body has an end',
    'src/integrations/local-store/http-messages.ts',
    'size > LARGEST_BODY',
    'false',
    AT_GATEWAY,
  ),
  guard(
    'a form that nobody made has no address',
    'src/integrations/local-store/form-sink.ts',
    "name !== 'order'",
    'false',
    AT_GATEWAY,
  ),
  guard('a caller names no other address', PROXY, "  'cf-connecting-ip',\n", '', AT_GATEWAY),
  guard('a caller is the last hop', PROXY, 'hops.at(-1)', 'hops.at(0)', AT_GATEWAY),
  guard(
    'a caller without a proxy is who connects',
    PROXY,
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
    'tests/contract/shopper.test.ts',
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
    'src/integrations/local-store/data-folder.ts',
    'chmodSync(folder, 0o700)',
    'chmodSync(folder, 0o755)',
    FOLDER,
  ),
  guard(
    'a migration that was applied does not change',
    'src/integrations/local-store/migrations.ts',
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
    'src/integrations/netlify-rules/obey-rules.ts',
    "path.split(/[/\\\\]/).includes('..')",
    'false',
    HOST,
  ),
]

function guard(name: string, file: string, text: string, by: string, tests: string): Guard {
  return { name, drop: { file, text, by }, tests: [tests] }
}
