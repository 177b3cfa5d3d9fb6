/*
 * Postgres (PGlite) in a process of its own, behind a socket that only the user of the data folder can
 * reach. PGlite runs a statement to its end on the thread that called it, which must not be the one that
 * serves pages. Started by database-child.ts.
 */
import { rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { uuid_ossp } from '@electric-sql/pglite/contrib/uuid_ossp'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { UserError } from '../user-error.ts'
import type { ProcessMessage, ProcessOptions } from './database-child.ts'
import { lockFolder } from './folder-lock.ts'
import { startSessionProbe } from './session-probe.ts'
import { reasonOf } from './start-failure.ts'

// PostgREST's one connection, those of the parent, a backup and the probe, and room for those that are
// closing.
const MAX_CONNECTIONS = 8
const DEFAULT_PORT = 5432

/** Only the process before this one can have the lock, and it is being killed. */
const LOCK_TIMEOUT_MS = 10_000

/** The exit status by which Postgres leaves a statement that failed. */
const LONG_JUMP = 100

/** How often the main thread shows that no statement blocks it. */
const HEARTBEAT_MS = 100

const options = JSON.parse(process.argv[2] ?? '') as ProcessOptions
const send = (message: ProcessMessage) => process.send?.(message)

// Signals from the terminal reach every process of its group. The parent says when to close.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)
process.once('disconnect', () => process.exit(1))

try {
  await run()
} catch (error) {
  send({ type: 'failed', reason: reasonOf(error) })
  process.disconnect()
}

async function run(): Promise<void> {
  await lock()
  const postgres = await PGlite.create({
    dataDir: options.database,
    extensions: { pgcrypto, pg_trgm, uuid_ossp },
  })
  endWithPostgres(postgres)
  const watched = startWatchdog()
  const server = await listen(postgres)
  process.on('message', async (message) => {
    if (message === 'limit' || message === 'no limit') {
      Atomics.store(watched, 1, message === 'limit' ? 1 : 0)
      send({ type: 'limited' })
    } else if (message === 'close') {
      await server.stop()
      await postgres.close()
      process.exit(0)
    }
  })
  const port = portOf(server)
  startSessionProbe({ host: options.host, port }, () => postgres.isInTransaction())
  send({ type: 'listening', port })
}

async function lock(): Promise<void> {
  for (const deadline = performance.now() + LOCK_TIMEOUT_MS; ; await pause(50)) {
    try {
      await lockFolder(options.lock, options.database)
      return
    } catch (error) {
      if (!(error instanceof UserError) || performance.now() > deadline) throw error
    }
  }
}

/**
 * PGlite ignores an exception that is not Postgres's own long jump, such as a full stack. Nothing
 * responds after one, so the process ends with it.
 */
function endWithPostgres(postgres: PGlite): void {
  const { Module: module } = postgres
  const runOnce = module._PostgresMainLoopOnce
  module._PostgresMainLoopOnce = () => {
    try {
      runOnce()
    } catch (error) {
      if ((error as { status?: number }).status === LONG_JUMP) throw error
      writeSync(2, `Postgres failed: ${String(error).split('\n')[0]}\n`)
      process.kill(process.pid, 'SIGKILL')
    }
  }
}

/** The first number counts heartbeats, the second says whether statements are limited. */
function startWatchdog(): Int32Array {
  const watched = new Int32Array(new SharedArrayBuffer(8))
  setInterval(() => Atomics.add(watched, 0, 1), HEARTBEAT_MS).unref()
  new Worker(new URL('database-watchdog.ts', import.meta.url), { workerData: watched }).unref()
  return watched
}

async function listen(postgres: PGlite): Promise<PGLiteSocketServer> {
  const endpoint = windowsPort() ?? { path: join(options.sockets, `.s.PGSQL.${DEFAULT_PORT}`) }
  if ('path' in endpoint) rmSync(endpoint.path, { force: true })
  const server = new PGLiteSocketServer({
    db: postgres,
    maxConnections: MAX_CONNECTIONS,
    ...endpoint,
  })
  await server.start()
  return server
}

/** Postgres clients for Windows know no socket files. A restart uses the same port. */
function windowsPort(): { port: number } | undefined {
  return process.platform === 'win32' ? { port: options.port ?? 0 } : undefined
}

function portOf(server: PGLiteSocketServer): number {
  return windowsPort() ? Number(server.getServerConn().split(':').at(-1)) : DEFAULT_PORT
}
