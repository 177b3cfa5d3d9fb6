/*
 * Postgres on this machine: a process of its own (database-process.ts), started again when it ends,
 * and one connection to it.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { DataFolder } from './data-folder.ts'
import { startDatabaseChild } from './database-child.ts'

export type Row = Record<string, unknown>

export type Query = (sql: string, values?: unknown[]) => Promise<Row[]>

export interface Database {
  /** Runs as superuser. Rolled back when `work` throws. */
  transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result>
  /** For PostgREST. */
  uri: string
  close(): Promise<void>
}

export interface LocalDatabase extends Database {
  /** From now on a statement that takes seconds ends the process, which is started again. */
  limitStatements(): Promise<void>
  /** As `transaction`, without the limit for statements. */
  longTransaction: Database['transaction']
  /** Runs outside a transaction. */
  command(sql: string): Promise<void>
  /** Resolves when the database accepts connections. */
  ready(): Promise<unknown>
  /** Called whenever the process has ended by itself: every connection is lost. */
  onLost(listener: () => void): void
}

/** The connection was lost before the end of a transaction: whether it was committed is unknown. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost'
}

const MIN_RESTART_MS = 50
const MAX_RESTART_MS = 5_000

/**
 * Every client uses the socket, this process too: PGlite has a single session, and only the queue of
 * the socket separates transactions.
 */
export async function openDatabase(
  folder: DataFolder,
  log: (message: string) => void,
): Promise<LocalDatabase> {
  let child = await startDatabaseChild(folder)
  const { host, port } = child
  const pool = new pg.Pool({ host, port, user: 'postgres', database: 'postgres', max: 1 })
  // The process has ended. The query that was running rejects.
  pool.on('error', () => undefined)
  const listeners: (() => void)[] = []
  let isServing = false
  let longTransactions = 0
  let isClosing = false
  let ready: Promise<unknown> = Promise.resolve()
  const watching = watch()

  async function watch(): Promise<void> {
    while (!isClosing) {
      await child.ended
      if (isClosing) return
      log(`The database stopped (${child.lastOutput()}); starting it again.`)
      ready = restart()
      for (const listener of listeners) listener()
      await ready
    }
  }

  async function restart(): Promise<void> {
    for (
      let delayMs = MIN_RESTART_MS;
      !isClosing;
      delayMs = Math.min(delayMs * 2, MAX_RESTART_MS)
    ) {
      try {
        child = await startDatabaseChild(folder, port)
        await setLimit()
        return
      } catch (error) {
        log((error as Error).message)
        await pause(delayMs)
      }
    }
  }

  const setLimit = () => child.limit(isServing && longTransactions === 0)

  async function transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
    await ready
    return inTransaction(pool, work)
  }

  return {
    uri: `postgres://postgres@/postgres?host=${encodeURIComponent(host)}&port=${port}`,
    transaction,
    async command(sql) {
      await pool.query(sql)
    },
    ready: () => ready,
    onLost: (listener) => listeners.push(listener),
    async limitStatements() {
      isServing = true
      await setLimit()
    },
    async longTransaction(work) {
      longTransactions += 1
      await ready
      await setLimit()
      try {
        return await transaction(work)
      } finally {
        longTransactions -= 1
        await setLimit()
      }
    },
    async close() {
      isClosing = true
      await pool.end()
      await ready
      await child.close()
      await watching
    },
  }
}

/** Rolled back when `work` throws. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect().catch((cause: unknown) => {
    throw new ConnectionLost('Postgres cannot be connected to', { cause })
  })
  // The statement that was lost rejects. Without a listener, the event would end this process.
  const ignore = () => undefined
  client.on('error', ignore)
  try {
    await client.query('begin')
    const result = await work(async (sql, values) => (await client.query<Row>(sql, values)).rows)
    await client.query('commit')
    client.off('error', ignore)
    client.release()
    return result
  } catch (error) {
    const lost = await client.query('rollback').then(
      () => undefined,
      () => new ConnectionLost('Postgres ended during a transaction', { cause: error }),
    )
    if (!lost) client.off('error', ignore)
    client.release(lost)
    throw lost ?? error
  }
}
