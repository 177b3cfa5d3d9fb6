/* The HTTP API of a hosted project on this machine. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { createAuthApi } from '../local-backend/auth/auth-api.ts'
import { createGateway } from '../local-backend/gateway.ts'
import { startPostgrest } from '../local-backend/postgrest.ts'
import { findPostgrest } from '../local-backend/postgrest-binary.ts'
import { createRestProxy } from '../local-backend/rest-proxy.ts'
import { openParts } from '../open-parts.ts'
import { apiUri, inTransaction } from '../postgres/database.ts'
import type { TemporaryServer } from '../postgres/temporary-server.ts'
import type { Middleware } from '../site-server/middleware.ts'

export interface Api {
  /** Has /rest/v1 and /auth/v1 under it. */
  url: string
  close(): Promise<void>
}

export interface HostedApiOptions {
  server: TemporaryServer
  /** For sign-in, which writes sessions. */
  superuser: pg.Pool
  port?: number
  log?: (message: string) => void
}

/** PostgREST connects as `authenticator`; the local backend's stand-in for Supabase Auth signs in. */
export function serveHostedApi(options: HostedApiOptions): Promise<Api> {
  return openParts((onClose) => open(options, onClose))
}

async function open(
  { server, superuser, port = 0, log = () => undefined }: HostedApiOptions,
  onClose: (close: () => unknown) => void,
): Promise<Pick<Api, 'url'>> {
  const tokenSecret = randomBytes(48).toString('base64url')
  const postgrest = await startPostgrest({
    binary: findPostgrest(),
    databaseUri: apiUri(server.connection),
    folder: { sockets: server.folder, tokenSecret },
    log,
  })
  onClose(postgrest.close)
  const rest = createRestProxy(postgrest.endpoint)
  onClose(rest.close)
  const auth = createAuthApi({ transaction: (work) => inTransaction(superuser, work) }, tokenSecret)
  // Form copies go to another service.
  const forms = { receive: async () => ({ status: 404 }) }
  const gateway = createGateway({ auth, rest, forms })
  const api = await listen(allowOtherOrigins(gateway), port)
  onClose(api.close)
  return { url: api.url }
}

/** Serves a backend at the root of an HTTP server. */
export async function listen(handle: Middleware, port = 0): Promise<Api> {
  const api = createServer((request, response) => {
    handle(request, response, () => response.writeHead(404).end())
  })
  await once(api.listen(port, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
    async close() {
      api.closeAllConnections()
      api.close()
    },
  }
}

/** As Supabase's gateway does: the site has another origin than its API. */
function allowOtherOrigins(gateway: Middleware): Middleware {
  return (request, response, next) => {
    setCorsHeaders(request, response)
    gateway(request, response, next)
  }
}

function setCorsHeaders(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', '*')
  response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, PATCH, PUT, DELETE, OPTIONS')
  const requested = request.headers['access-control-request-headers']
  if (requested) response.setHeader('Access-Control-Allow-Headers', requested)
  for (const name of ['origin', 'sec-fetch-site']) delete request.headers[name]
}
