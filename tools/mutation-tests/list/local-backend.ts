import { inFile, type Mutation } from '../mutation.ts'

const API_SECURITY = 'tests/api-security/api-security.test.ts'
const GATEWAY = 'tests/local-backend/gateway.test.ts'
const OTHER_SITES = 'tests/local-backend/other-sites.test.ts'
const LOGS = 'tests/local-backend/logs.test.ts'
const EXPOSED_ADMIN = 'tests/local-backend/exposed-admin.test.ts'
const CONNECTIONS = 'tests/local-backend/connections.test.ts'
const CONTRACT_CUSTOMER = 'tests/contract/customer.test.ts'
const CONTRACT_ADMIN = 'tests/contract/admin.test.ts'
const SESSIONS = 'tests/local-backend/sessions.test.ts'
const DATA_FOLDER = 'tests/local-backend/data-folder.test.ts'
const HOST_RULES = 'tests/local-backend/host-rules.test.ts'

/** The local backend: gateway, sessions, data folder and the rules of the host. */
export const localBackendMutations: Mutation[] = [
  ...inFile('tools/local-backend/gateway.ts', API_SECURITY, {
    'the gateway requires the API key': "request.headers['apikey'] !== LOCAL_API_KEY",
    'the API key is not a token': ['delete request.headers.authorization', 'return'],
  }),
  ...inFile('tools/local-backend/gateway.ts', GATEWAY, {
    'services that do not exist get a response that says so': [
      "if (service !== 'auth') return sendJson(response, notOffered)",
      '',
    ],
  }),
  ...inFile('tools/local-backend/gateway.ts', OTHER_SITES, {
    'a cross-origin page writes nothing': ['if (isCrossOriginWrite(request))', 'if (false)'],
    'a same-site page is cross-origin': [
      "site !== 'same-origin' && site !== 'none'",
      "site === 'cross-site'",
    ],
    'Origin is compared where Sec-Fetch-Site is missing':
      'URL.parse(headers.origin)?.host !== headers.host',
  }),
  ...inFile('tools/local-backend/rest-proxy.ts', OTHER_SITES, {
    'PostgREST gets no Origin header': ["  'origin',\n", ''],
  }),
  ...inFile('tools/site-server/site-server.ts', OTHER_SITES, {
    'only known hosts are served': ['    knownHosts([host, ...allowedHosts]),\n', ''],
  }),
  ...inFile('tools/local-backend/rate-limit.ts', OTHER_SITES, {
    'X-Forwarded-For counts behind a trusted proxy only': ['trustProxy ?', 'true ?'],
  }),
  ...inFile('tools/local-backend/http-messages.ts', API_SECURITY, {
    'a body has a maximum size': 'size > MAX_BODY_BYTES',
  }),
  ...inFile('tools/local-backend/form-sink.ts', GATEWAY, {
    'an unknown form has no URL': "form !== 'order'",
    'a form has known fields only': [
      "if (most === undefined || !isText(value)) return { code: 'bad_field', field }",
      'if (most === undefined || !isText(value)) continue',
    ],
    'a field of a form has a maximum length': 'countCharacters(value) > most',
    'forms are limited per client': ['        [perClient, clientNetwork(client)],\n', ''],
  }),
  ...inFile('tools/site-server/log-fault.ts', LOGS, {
    'logs hold codes and stack positions only': ['console.error([', 'console.error(error, ['],
  }),
  ...inFile('tools/site-server/serve.ts', EXPOSED_ADMIN, {
    'listening beyond this machine requires a changed password': [
      "if (!isHosted) refuseExposedAdmin(process.env['HOST'], settings.adminPassword)",
      '',
    ],
  }),
  ...inFile('tools/site-server/site-server.ts', CONNECTIONS, {
    'requests of a connection are handled in order': ['    inOrder((request', '    ((request'],
    'the number of connections is limited': ['  server.maxConnections = MAX_CONNECTIONS\n', ''],
    'one client cannot take all connections': [
      '  if (!trustProxy) limitPerClient(server, MAX_CONNECTIONS_PER_CLIENT)\n',
      '',
    ],
    'the connections of a proxy are not limited': ['if (!trustProxy) limit', 'limit'],
    'idle connections outlast those of clients': [
      '  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS\n',
      '',
    ],
  }),
  ...inFile('tools/site-server/in-order.ts', CONNECTIONS, {
    'pending requests of a connection are limited': 'queue.length >= MAX_PENDING',
  }),
  ...inFile('tools/local-backend/rest-proxy.ts', GATEWAY, {
    'a client address header of the client is removed': ["  'cf-connecting-ip',\n", ''],
  }),
  ...inFile('tools/local-backend/rate-limit.ts', GATEWAY, {
    'the client address is the last hop': ['hops.at(-1)', 'hops.at(0)'],
    'without a proxy the client address is the socket’s': [
      "request.socket.remoteAddress ?? ''",
      "''",
    ],
  }),
  ...inFile('tools/local-backend/postgrest.ts', API_SECURITY, {
    'the API does not describe itself': [
      "PGRST_OPENAPI_MODE: 'disabled'",
      "PGRST_OPENAPI_MODE: 'ignore-privileges'",
    ],
    'tokens are signed with the secret of the data folder': [
      'PGRST_JWT_SECRET: folder.tokenSecret',
      "PGRST_JWT_SECRET: 'a-secret-of-somebody-else-entirely'",
    ],
  }),
  ...inFile('tools/local-backend/postgrest.ts', CONTRACT_CUSTOMER, {
    'the schema private has no path in the API': [
      "PGRST_DB_SCHEMAS: 'public'",
      "PGRST_DB_SCHEMAS: 'public,private'",
    ],
  }),
  ...inFile('tools/local-backend/auth/access-tokens.ts', API_SECURITY, {
    'only a user token shows a session': ["audience: 'authenticated'", 'clockTolerance: 0'],
  }),
  ...inFile('tools/local-backend/auth/sign-in.ts', SESSIONS, {
    'a wrong password is refused': ["user && check?.['matches']", 'user'],
    'an unknown user takes as long as a wrong password': [
      "user?.['encrypted_password'] ?? UNMATCHED_HASH",
      "user?.['encrypted_password'] ?? ''",
    ],
    'wrong logins are limited': ['if (!giveBack) return tooManyLogins', ''],
    'successful logins are not counted': ['        giveBack()\n', ''],
  }),
  ...inFile('tools/local-backend/auth/login-limit.ts', SESSIONS, {
    'wrong logins of a user are limited per client': [
      'const client = clientNetwork(clientIp)',
      "const client = 'all'",
    ],
    'wrong logins of a client are limited for all users together': [
      '        [perClient, client],\n',
      '',
    ],
  }),
  ...inFile('tools/local-backend/auth/auth-api.ts', CONTRACT_ADMIN, {
    'nobody signs up': [
      "authError(422, 'signup_disabled', 'Signups not allowed for this instance')",
      "{ status: 200, body: { id: 'new', aud: 'authenticated', role: 'authenticated' } }",
    ],
  }),
  ...inFile('tools/local-backend/auth/auth-api.ts', SESSIONS, {
    'signing out ends the session': [
      'delete from auth.sessions where',
      'select from auth.sessions where',
    ],
  }),
  ...inFile('tools/local-backend/auth/auth-api.ts', SESSIONS, {
    'signing out elsewhere leaves this session': ["'id <> $2'", "'$2::uuid is not null'"],
  }),
  ...inFile('tools/local-backend/auth/sign-in.ts', SESSIONS, {
    'a spent refresh token ends the session': [
      "await query('delete from auth.sessions where id = $1', [known.session_id])",
      '',
    ],
    'a refresh token is spent once': [
      'set revoked = true, updated_at',
      'set revoked = false, updated_at',
    ],
  }),
  ...inFile('tools/local-backend/data-folder.ts', DATA_FOLDER, {
    'other users of the machine do not read the data folder': [
      'chmodSync(folder, 0o700)',
      'chmodSync(folder, 0o755)',
    ],
  }),
  ...inFile('tools/postgres/migrations.ts', DATA_FOLDER, {
    'a changed migration that was applied is refused': ['if (applied) {', 'if (false) {'],
  }),
  ...inFile('netlify.toml', HOST_RULES, {
    'browsers do not guess content types': [
      'X-Content-Type-Options = "nosniff"',
      'X-Content-Type-Options = "guess"',
    ],
  }),
  ...inFile('tools/site-server/netlify-rules/obey-rules.ts', HOST_RULES, {
    'a path with .. is refused': "path.split(/[/\\\\]/).includes('..')",
  }),
]
