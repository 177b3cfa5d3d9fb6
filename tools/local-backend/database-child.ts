/* Starts the process of the database and waits until it can be connected to. */
import { fileURLToPath } from 'node:url'
import { UserError } from '../user-error.ts'
import type { DataFolder } from './data-folder.ts'
import { spawnSupervised } from './supervised-child.ts'

export type ProcessOptions = Pick<DataFolder, 'database' | 'sockets'> & {
  lock: string
  /** What clients connect to: the folder of the socket, on Windows an IP address. */
  host: string
  /** Where Windows listens again after a restart. */
  port?: number
}

export type ProcessMessage =
  | { type: 'listening'; port: number }
  | { type: 'limited' }
  | { type: 'failed'; reason: string }

export interface DatabaseChild {
  host: string
  port: number
  ended: Promise<unknown>
  lastOutput(): string
  /** Whether a statement may take more than some seconds. Resolves when it holds. */
  limit(isLimited: boolean): Promise<unknown>
  /** Ends Postgres after a checkpoint. */
  close(): Promise<void>
}

const PROGRAM = fileURLToPath(new URL('database-process.ts', import.meta.url))

/** Ends only what hangs. */
const CLOSE_TIMEOUT_MS = 30_000

export async function startDatabaseChild(
  folder: DataFolder,
  knownPort?: number,
): Promise<DatabaseChild> {
  const host = process.platform === 'win32' ? '127.0.0.1' : folder.sockets
  const options: ProcessOptions = {
    host,
    database: folder.database,
    sockets: folder.sockets,
    lock: `${folder.lock}-database`,
    ...(knownPort !== undefined && { port: knownPort }),
  }
  const started = Promise.withResolvers<number>()
  started.promise.catch(() => undefined)
  const limits: (() => void)[] = []
  const child = spawnSupervised(process.execPath, process.env, {
    args: [PROGRAM, JSON.stringify(options)],
    onMessage(message) {
      const received = message as ProcessMessage
      if (received.type === 'listening') started.resolve(received.port)
      else if (received.type === 'limited') limits.shift()?.()
      else started.reject(new UserError(cannotOpen(folder, received.reason)))
    },
  })
  const ended = child.ended.then(() => {
    started.reject(new UserError(cannotOpen(folder, child.lastOutput())))
    for (const resolve of limits) resolve()
  })
  const port = await started.promise.catch(async (error: unknown) => {
    await child.stop()
    throw error
  })
  return {
    host,
    port,
    ended,
    lastOutput: child.lastOutput,
    limit(isLimited) {
      const { promise, resolve } = Promise.withResolvers<void>()
      limits.push(resolve)
      child.send(isLimited ? 'limit' : 'no limit')
      return Promise.race([promise, ended])
    },
    async close() {
      child.send('close')
      const hung = setTimeout(() => child.stop(), CLOSE_TIMEOUT_MS)
      await ended
      clearTimeout(hung)
    },
  }
}

function cannotOpen(folder: DataFolder, reason: string): string {
  return `The database in ${folder.path} does not open (${reason || 'Postgres gave no reason'}): make room if the disk is full, else restore a backup into another folder, or move this one away to begin anew.`
}
