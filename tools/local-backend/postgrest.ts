/*
 * PostgREST, the program behind /rest/v1 of a hosted project, as a child process.
 */
import { rmSync } from 'node:fs'
import { type RequestOptions, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '../free-port.ts'
import { type SupervisedChild, spawnSupervised } from '../supervised-child.ts'
import { UserError } from '../user-error.ts'
import type { DataFolder } from './data-folder.ts'

export interface Postgrest {
  /** Where to send requests. */
  endpoint: RequestOptions
  /** Resolves when it responds, or at once if it is not being started. */
  ready(): Promise<unknown>
  close(): Promise<void>
}

export interface PostgrestOptions {
  binary: string
  databaseUri: string
  folder: Pick<DataFolder, 'sockets' | 'tokenSecret'>
  /** To the database, which serve as many requests at once. */
  connections?: number
  /** Others of its settings. */
  settings?: Record<string, string>
  log: (message: string) => void
}

/** Ends only what hangs: a program that ends by itself is noticed at once. */
const START_TIMEOUT_MS = 120_000
const MIN_RESTART_MS = 100
const MAX_RESTART_MS = 5_000

/** Resolves when PostgREST responds. A child that ends by itself later is started again. */
export async function startPostgrest(options: PostgrestOptions): Promise<Postgrest> {
  const endpoint = await freeEndpoint(options.folder)
  let closing = false
  let ready: Promise<unknown> = Promise.resolve()
  let child = spawnPostgrest(options, endpoint)
  try {
    await untilReady(child, endpoint)
  } catch (error) {
    await child.stop()
    throw error
  }
  const watching = watch()

  async function watch(): Promise<void> {
    for (let delayMs = MIN_RESTART_MS; !closing; delayMs = Math.min(delayMs * 2, MAX_RESTART_MS)) {
      await child.ended
      if (closing) return
      options.log(`PostgREST stopped (${child.lastOutput()}); starting it again.`)
      const started = restart(delayMs)
      ready = started
      if (await started) delayMs = MIN_RESTART_MS
    }
  }

  async function restart(delayMs: number): Promise<boolean> {
    await pause(delayMs)
    if (closing) return false
    child = spawnPostgrest(options, endpoint)
    return untilReady(child, endpoint).catch(() => false)
  }

  return {
    endpoint,
    ready: () => ready,
    async close() {
      closing = true
      await child.stop()
      await watching
    },
  }
}

function spawnPostgrest(options: PostgrestOptions, endpoint: RequestOptions): SupervisedChild {
  const { binary } = options
  if (endpoint.socketPath) rmSync(endpoint.socketPath, { force: true })
  return spawnSupervised(binary, { env: settingsOf(options, endpoint) })
}

function settingsOf(options: PostgrestOptions, endpoint: RequestOptions) {
  const { databaseUri, folder, connections = 10, settings } = options
  return {
    PGRST_DB_URI: databaseUri,
    PGRST_DB_SCHEMAS: 'public',
    PGRST_DB_EXTRA_SEARCH_PATH: 'public,extensions',
    PGRST_DB_ANON_ROLE: 'anon',
    PGRST_DB_MAX_ROWS: '1000',
    PGRST_JWT_SECRET: folder.tokenSecret,
    PGRST_JWT_AUD: 'authenticated',
    PGRST_OPENAPI_MODE: 'disabled',
    PGRST_LOG_LEVEL: 'error',
    PGRST_DB_POOL: String(connections),
    ...settings,
    ...(endpoint.socketPath
      ? { PGRST_SERVER_UNIX_SOCKET: endpoint.socketPath, PGRST_SERVER_UNIX_SOCKET_MODE: '600' }
      : { PGRST_SERVER_HOST: '127.0.0.1', PGRST_SERVER_PORT: String(endpoint.port) }),
  }
}

async function untilReady(child: SupervisedChild, endpoint: RequestOptions): Promise<true> {
  const deadline = performance.now() + START_TIMEOUT_MS
  while (performance.now() < deadline) {
    if (child.hasEnded()) break
    if (await isReady(endpoint)) return true
    await pause(25)
  }
  throw new UserError(`PostgREST did not start: ${child.lastOutput() || 'it said nothing'}`)
}

/** It responds 503 until it has read the schema, then 404. */
function isReady(endpoint: RequestOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = request({ ...endpoint, method: 'HEAD', path: '/' }, (response) => {
      response.resume()
      resolve(response.statusCode !== 503)
    })
    probe.once('error', () => resolve(false))
    probe.end()
  })
}

/** A socket that only this user can open; on Windows a free port. */
async function freeEndpoint(folder: PostgrestOptions['folder']): Promise<RequestOptions> {
  if (process.platform !== 'win32') return { socketPath: join(folder.sockets, 'rest') }
  return { host: '127.0.0.1', port: await findFreePort() }
}
