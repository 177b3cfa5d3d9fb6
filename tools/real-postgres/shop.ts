/*
 * The shop's database on a real Postgres server, behind PostgREST with many connections. Calls go to
 * PostgREST itself, without the gateway, and name their client IP in a header as the gateway would.
 */
import { randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import pg from 'pg'
import { inTransaction } from '../local-backend/database.ts'
import { migrate } from '../local-backend/migrations.ts'
import { startPostgrest } from '../local-backend/postgrest.ts'
import { findPostgrest } from '../local-backend/postgrest-binary.ts'
import { type Caller, createCaller } from './caller.ts'
import { type PostgresServer, type ServerOptions, startPostgres } from './server.ts'

export interface RealShop {
  send: Caller['send']
  /** Runs as superuser, and is committed. */
  asAdmin<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>
  /** A connection of one's own, which the caller ends or has killed. */
  connect(): Promise<pg.Client>
  /** An access token of these claims. */
  sign(claims: Record<string, unknown>): Promise<string>
  close(): Promise<void>
}

const CONNECTIONS = 50

export async function openRealShop(options: ServerOptions = {}): Promise<RealShop> {
  const server = await startPostgres(options)
  const opened: Closing[] = [server.stop]
  try {
    return await open(server, opened)
  } catch (error) {
    await closeAll(opened)
    throw error
  }
}

type Closing = () => unknown

async function open(server: PostgresServer, opened: Closing[]): Promise<RealShop> {
  const pool = new pg.Pool({ ...server.connection('postgres'), max: 2 })
  opened.push(() => pool.end())
  await migrate({ transaction: (work) => inTransaction(pool, work) })

  const tokenSecret = randomBytes(48).toString('base64url')
  const postgrest = await startPostgrest({
    binary: findPostgrest(),
    databaseUri: `postgres://authenticator@/postgres?host=${encodeURIComponent(server.folder)}`,
    folder: { sockets: server.folder, tokenSecret },
    connections: CONNECTIONS,
    log: () => undefined,
  })
  opened.push(postgrest.close)
  const { send, close } = createCaller(postgrest.endpoint)
  opened.push(close)

  return {
    send,
    asAdmin: async (sql, values) => (await pool.query(sql, values)).rows,
    async connect() {
      const client = new pg.Client(server.connection('postgres'))
      client.on('error', () => undefined)
      await client.connect()
      return client
    },
    sign: (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode(tokenSecret)),
    close: () => closeAll(opened),
  }
}

/** The last opened first. Called twice, it has nothing left to do. */
async function closeAll(opened: Closing[]): Promise<void> {
  for (let close = opened.pop(); close; close = opened.pop()) await close()
}
