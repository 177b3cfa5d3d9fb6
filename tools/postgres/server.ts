/*
 * A Postgres server on this machine. It ends with this process, also by `kill -9`, and is started again
 * when it ends by itself.
 */
import { readdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from '../free-port.ts'
import { type SupervisedChild, spawnSupervised } from '../supervised-child.ts'
import { UserError } from '../user-error.ts'
import { createCluster, SUPERUSER, setUpHostedProject } from './cluster.ts'
import { endFormerServer } from './former-server.ts'
import { findPrograms } from './programs.ts'
import type { ServerOptions } from './server-options.ts'
import { accessHint, serverUser } from './server-user.ts'
import { settingFlags } from './settings.ts'

export interface PostgresServer {
  /** Of any role, without a password. */
  connection(user: string, database?: string): ServerConnection
  stop(): Promise<void>
}

export interface ServerConnection {
  /** The folder of the socket. */
  host: string
  port: number
  user: string
  database: string
}

const DEFAULT_PORT = 5432

/** Ends only what hangs. */
const START_TIMEOUT_MS = 120_000

/** How long the backends of a server that was killed may need to end. */
const FORMER_TIMEOUT_MS = 30_000

const MIN_RESTART_MS = 50
const MAX_RESTART_MS = 5_000

/** The error code of a server that does not accept connections yet. */
const CANNOT_CONNECT_NOW = '57P03'

/** Connections to the server with its socket in this folder; on Windows at this port. */
export function socketConnection(
  sockets: string,
  port = DEFAULT_PORT,
): PostgresServer['connection'] {
  const host = process.platform === 'win32' ? '127.0.0.1' : sockets
  return (user, database = 'postgres') => ({ host, port, user, database })
}

/** Nobody else may use the data folder. Rejects with a UserError where Postgres does not start. */
export async function startServer(options: ServerOptions): Promise<PostgresServer> {
  const { data, temporaryFolder, log = () => undefined } = options
  const isNew = createWhereEmpty(options)
  const windowsPort = process.platform === 'win32' ? await findFreePort() : undefined
  const port = options.port ?? windowsPort ?? DEFAULT_PORT
  const connection = socketConnection(options.sockets, port)
  let isStopping = false
  let child = await start()
  const watching = temporaryFolder ? Promise.resolve() : watch()
  const server = {
    connection,
    async stop() {
      isStopping = true
      await child.stop()
      await watching
    },
  }
  if (isNew) {
    await setUpHostedProject(connection(SUPERUSER)).catch(async (error: unknown) => {
      await server.stop()
      throw error
    })
  }
  return server

  async function start(): Promise<SupervisedChild> {
    const deadline = performance.now() + FORMER_TIMEOUT_MS
    for (;;) {
      await endFormerServer(data)
      const started = spawnServer(options, port)
      try {
        await untilReady(started, connection(SUPERUSER))
        return started
      } catch (error) {
        const reason = started.lastOutput()
        await started.stop()
        if (!isInUse(reason) || performance.now() > deadline) {
          throw new UserError(
            `${reason || (error as Error).message}.${accessHint(serverUser(options))}`,
          )
        }
      }
      await pause(100)
    }
  }

  async function watch(): Promise<void> {
    let delayMs = MIN_RESTART_MS
    while (!isStopping) {
      await child.ended
      if (isStopping) return
      log(`The database stopped (${child.lastOutput()}); starting it again.`)
      try {
        child = await start()
        delayMs = MIN_RESTART_MS
      } catch (error) {
        log(`The database does not start: ${(error as Error).message}`)
        await pause(delayMs)
        delayMs = Math.min(delayMs * 2, MAX_RESTART_MS)
      }
    }
    await child.stop()
  }
}

function createWhereEmpty(options: ServerOptions): boolean {
  if (readdirSync(options.data).length > 0) return false
  createCluster(options)
  return true
}

function spawnServer(options: ServerOptions, port: number): SupervisedChild {
  const { temporaryFolder, data } = options
  const user = serverUser(options)
  const command = [findPrograms().postgres, '-D', data, ...settingFlags(options, port)]
  const [program = '', ...args] = [...user.command, ...command]
  return spawnSupervised(program, {
    args,
    ...user.ids,
    // At the first, a checkpoint is written. What is deleted needs none.
    signal: temporaryFolder ? 'QUIT' : 'INT',
    ...(temporaryFolder && { temporaryFolder }),
  })
}

async function untilReady(child: SupervisedChild, connection: ServerConnection): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS
  while (!child.hasEnded() && performance.now() < deadline) {
    if (await isReady(connection)) return
    await pause(20)
  }
  throw new Error('Postgres gave no reason')
}

/** Rejects where it does not help to wait. */
async function isReady(connection: ServerConnection): Promise<boolean> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code !== CANNOT_CONNECT_NOW) throw error
    return false
  }
}

/** Backends of a server that was killed are still running. */
function isInUse(reason: string): boolean {
  return reason.includes('is still in use') || reason.includes('already exists')
}
