/*
 * The API of a hosted project: the real PostgREST as `authenticator`, and the local backend's
 * stand-in for Supabase Auth.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createAuthApi } from '../../src/integrations/local-store/auth/auth-api.ts'
import { inTransaction } from '../../src/integrations/local-store/database.ts'
import { createGateway } from '../../src/integrations/local-store/gateway.ts'
import { startPostgrest } from '../../src/integrations/local-store/postgrest.ts'
import { findPostgrest } from '../../src/integrations/local-store/postgrest-binary.ts'
import { createRestProxy } from '../../src/integrations/local-store/rest-proxy.ts'
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
  const api = createServer((request, response) =>
    gateway(request, response, () => response.writeHead(404).end()),
  )

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
