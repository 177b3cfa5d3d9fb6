/*
 * Postgres itself, inside this process (PGlite), behind a socket that only the owner of the data
 * folder can reach.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { uuid_ossp } from '@electric-sql/pglite/contrib/uuid_ossp'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import pg from 'pg'
import type { DataFolder } from './data-folder.ts'

export type Row = Record<string, unknown>

export type Query = (sql: string, values?: unknown[]) => Promise<Row[]>

export interface Database {
  /** Runs as the owner of everything. What throws inside is rolled back. */
  transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result>
  /** For PostgREST. */
  uri: string
  close(): Promise<void>
}

// PostgREST's one connection, ours, and room for those that are on their way out.
const MOST_CONNECTIONS = 8
const DEFAULT_PORT = 5432

/**
 * Everyone goes through the socket, this process too: PGlite has a single session, and only the
 * socket's queue keeps one visitor's transaction apart from another's.
 */
export async function openDatabase(folder: DataFolder): Promise<Database> {
  const postgres = await PGlite.create({
    dataDir: folder.database,
    extensions: { pgcrypto, pg_trgm, uuid_ossp },
  })
  const { server, host, port } = await listen(postgres, folder)
  const pool = new pg.Pool({ host, port, user: 'postgres', database: 'postgres', max: 1 })
  // The pool's client goes when the server does; whoever was waiting for it is told by its query.
  pool.on('error', () => undefined)

  return {
    uri: `postgres://postgres@/postgres?host=${encodeURIComponent(host)}&port=${port}`,
    transaction: (work) => inTransaction(pool, work),
    async close() {
      await pool.end()
      await server.stop()
      await postgres.close()
    },
  }
}

async function listen(postgres: PGlite, folder: DataFolder) {
  if (process.platform === 'win32') return listenOnPort(postgres)
  const path = join(folder.sockets, `.s.PGSQL.${DEFAULT_PORT}`)
  rmSync(path, { force: true })
  const server = new PGLiteSocketServer({ db: postgres, path, maxConnections: MOST_CONNECTIONS })
  await server.start()
  return { server, host: folder.sockets, port: DEFAULT_PORT }
}

/** Postgres clients for Windows know no socket files. */
async function listenOnPort(postgres: PGlite) {
  const server = new PGLiteSocketServer({ db: postgres, port: 0, maxConnections: MOST_CONNECTIONS })
  await server.start()
  const port = Number(server.getServerConn().split(':').at(-1))
  return { server, host: '127.0.0.1', port }
}

/** What throws inside is rolled back. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(async (sql, values) => (await client.query<Row>(sql, values)).rows)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
