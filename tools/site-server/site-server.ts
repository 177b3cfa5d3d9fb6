/*
 * The built site as the host would serve it: its rules, its files, and the local backend beside them
 * on the same origin. Used by `npm start` and the tests.
 */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { limitPerClient } from './connections-per-client.ts'
import { inOrder } from './in-order.ts'
import { knownHosts } from './known-hosts.ts'
import { logFault } from './log-fault.ts'
import { inTurn, type Middleware, sendText } from './middleware.ts'
import { readHostRules } from './netlify-rules/host-rules.ts'
import { hostHeaders, obeyRules, serveNotFound } from './netlify-rules/obey-rules.ts'
import { findFile } from './netlify-rules/site-files.ts'
import { serveFiles } from './serve-files.ts'

export interface SiteOptions {
  /** 0 takes any free port. */
  port: number
  host?: string
  /** More host names that requests may be for, beside this machine's own and `host`. */
  allowedHosts?: string[]
  /** The folder with the built site. */
  dist: string
  /** Whether all connections are those of a proxy, which then limits those of each client. */
  trustProxy?: boolean
  /** Serves the paths of the backend and passes on the rest. */
  backend?: { handle: Middleware }
}

export interface SiteServer {
  url: string
  close(): Promise<void>
}

/** That many connections use about 100 MB if none of them reads its response. */
const MAX_CONNECTIONS = 1_000

/** One client alone cannot take all of them. A browser opens six, a network may be that of many. */
const MAX_CONNECTIONS_PER_CLIENT = 250

const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
}

const SILENCE_TIMEOUT_MS = 60_000

/**
 * A client may send its next request just when the server closes the idle connection, and gets
 * ECONNRESET. Longer than clients and proxies leave a connection idle, most of them 60 s or less.
 */
const KEEP_ALIVE_TIMEOUT_MS = 65_000

const MAX_REQUESTS_PER_SOCKET = 1_000

/** Rejects with the error of `listen` when the port is taken. */
export async function startSiteServer(options: SiteOptions): Promise<SiteServer> {
  const { host = '127.0.0.1', allowedHosts = [], backend, trustProxy = false } = options
  const handle = inTurn([
    knownHosts([host, ...allowedHosts]),
    ...(backend ? [backend.handle] : []),
    ...(await siteSteps(options)),
  ])
  const server = createServer(
    LIMITS,
    inOrder((request, response) => {
      handle(request, response, (error) => fail(response, error))
    }),
  )
  server.maxConnections = MAX_CONNECTIONS
  if (!trustProxy) limitPerClient(server, MAX_CONNECTIONS_PER_CLIENT)
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET
  server.timeout = SILENCE_TIMEOUT_MS
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS
  await listen(server, options.port, host)
  const { port } = server.address() as AddressInfo
  return { url: `http://localhost:${port}`, close: () => close(server) }
}

async function siteSteps({ dist }: SiteOptions): Promise<Middleware[]> {
  const rules = await readHostRules(projectRoot, dist)
  const hasFile = async (path: string) => (await findFile(dist, path)) !== undefined
  const files = serveFiles(dist)
  return [hostHeaders(rules), onlyReading, obeyRules(rules, hasFile), files, serveNotFound, files]
}

const projectRoot = fileURLToPath(new URL('../..', import.meta.url))

const onlyReading: Middleware = (request, response, next) => {
  if (request.method === 'GET' || request.method === 'HEAD') return next()
  response.setHeader('Allow', 'GET, HEAD')
  sendText(response, 405, 'Method Not Allowed')
}

/** Logs an unexpected error and responds with 500. */
function fail(response: ServerResponse, error: unknown): void {
  logFault(error)
  if (response.headersSent) response.destroy()
  else sendText(response, 500, 'Internal Server Error')
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
}

/** Does not wait for browsers that keep their connection open. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
