/*
 * The API of a hosted project: the real PostgREST as `authenticator`, and the local backend's
 * stand-in for Supabase Auth.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createAuthApi } from '../local-backend/auth/auth-api.ts'
import { inTransaction } from '../local-backend/database.ts'
import { createGateway } from '../local-backend/gateway.ts'
import { startPostgrest } from '../local-backend/postgrest.ts'
import { findPostgrest } from '../local-backend/postgrest-binary.ts'
import { createRestProxy } from '../local-backend/rest-proxy.ts'
import type { HostedProject } from './hosted-project.ts'

export interface HostedApi {
  /** Has /rest/v1 and /auth/v1 under it. */
  url: string
  close(): Promise<void>
}

export interface HostedApiOptions {
  port?: number
  log?: (message: string) => void
}

const CONNECTIONS = 10

export async function serveHostedApi(
  { server: database, superuser }: HostedProject,
  { port = 0, log = () => undefined }: HostedApiOptions = {},
): Promise<HostedApi> {
  const { host, port: databasePort } = database.connection('authenticator')
  const tokenSecret = randomBytes(48).toString('base64url')
  const postgrest = await startPostgrest({
    binary: findPostgrest(),
    databaseUri: `postgres://authenticator@/postgres?host=${encodeURIComponent(host ?? '')}&port=${databasePort}`,
    folder: { sockets: database.folder, tokenSecret },
    connections: CONNECTIONS,
    // A migration notifies PostgREST, which then reads the schema again.
    settings: { PGRST_DB_CHANNEL_ENABLED: 'true', PGRST_DB_PREPARED_STATEMENTS: 'true' },
    log,
  })
  const rest = createRestProxy(postgrest.address)
  const auth = createAuthApi({ transaction: (work) => inTransaction(superuser, work) }, tokenSecret)
  // Form copies go to another service.
  const forms = { receive: async () => ({ status: 404 }) }
  const gateway = createGateway({ auth, rest, forms })
  const api = createServer((request, response) => {
    allowOtherOrigins(request, response)
    gateway(request, response, () => response.writeHead(404).end())
  })

  async function close() {
    api.closeAllConnections()
    api.close()
    rest.close()
    await postgrest.close()
  }

  try {
    await once(api.listen(port, '127.0.0.1'), 'listening')
  } catch (error) {
    await close()
    throw error
  }
  const address = api.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`,
    close,
  }
}

/** As Supabase's gateway does: the site has another origin than its API. */
function allowOtherOrigins(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', '*')
  response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, PATCH, PUT, DELETE, OPTIONS')
  const asked = request.headers['access-control-request-headers']
  if (asked) response.setHeader('Access-Control-Allow-Headers', asked)
  for (const name of ['origin', 'sec-fetch-site']) delete request.headers[name]
}
