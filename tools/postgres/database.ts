/* Connections of this process to a Postgres server, as superuser. */
import pg from 'pg'
import { SUPERUSER } from './cluster.ts'
import { type PostgresServer, startServer } from './server.ts'
import type { ServerOptions } from './server-options.ts'

type Row = Record<string, unknown>

export type Query = (sql: string, values?: unknown[]) => Promise<Row[]>

export interface Database {
  /** Runs as superuser. Rolled back when `work` throws. */
  transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result>
  connection: PostgresServer['connection']
  close(): Promise<void>
}

/** The connection was lost before the end of a transaction: whether it was committed is unknown. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost'
}

const CONNECTIONS = 5

/** Starts a server, and connects to it. */
export async function openDatabase(options: ServerOptions): Promise<Database> {
  const server = await startServer(options)
  const pool = superuserPool(server)
  return {
    connection: server.connection,
    transaction: (work) => inTransaction(pool, work),
    async close() {
      await pool.end()
      await server.stop()
    },
  }
}

export function superuserPool({ connection }: Pick<PostgresServer, 'connection'>): pg.Pool {
  const pool = new pg.Pool({ ...connection(SUPERUSER), max: CONNECTIONS })
  // The server has ended. The query that was running rejects.
  pool.on('error', () => undefined)
  return pool
}

/** For PostgREST, whose role takes on those of its callers. */
export function apiUri(connection: PostgresServer['connection'], database?: string): string {
  const { host, port, database: name } = connection('authenticator', database)
  return `postgres://authenticator@/${name}?host=${encodeURIComponent(host)}&port=${port}`
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
