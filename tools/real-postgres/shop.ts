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
import { openParts } from '../open-parts.ts'
import { type Caller, createCaller } from './caller.ts'
import { type ServerOptions, startPostgres } from './server.ts'

export interface RealShop {
  send: Caller['send']
  /** Runs as superuser, and is committed. */
  sql<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>
  /** A connection of one's own, which the caller ends or has killed. */
  connect(): Promise<pg.Client>
  /** An access token of these claims. */
  sign(claims: Record<string, unknown>): Promise<string>
  close(): Promise<void>
}

export interface RealShopOptions extends ServerOptions {
  /** The folder with migrations/, if not the project's own. */
  supabase?: string
}

const CONNECTIONS = 50

export function openRealShop(options: RealShopOptions = {}): Promise<RealShop> {
  return openParts((onClose) => open(options, onClose))
}

async function open(
  { supabase, ...options }: RealShopOptions,
  onClose: (close: () => unknown) => void,
): Promise<Omit<RealShop, 'close'>> {
  const server = await startPostgres(options)
  onClose(server.stop)
  const pool = new pg.Pool({ ...server.connection('postgres'), max: 2 })
  onClose(() => pool.end())
  await migrate({ transaction: (work) => inTransaction(pool, work) }, supabase)

  const tokenSecret = randomBytes(48).toString('base64url')
  const postgrest = await startPostgrest({
    binary: findPostgrest(),
    databaseUri: `postgres://authenticator@/postgres?host=${encodeURIComponent(server.folder)}`,
    folder: { sockets: server.folder, tokenSecret },
    connections: CONNECTIONS,
    log: () => undefined,
  })
  onClose(postgrest.close)
  const { send, close } = createCaller(postgrest.endpoint)
  onClose(close)

  return {
    send,
    sql: async (sql, values) => (await pool.query(sql, values)).rows,
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
  }
}
