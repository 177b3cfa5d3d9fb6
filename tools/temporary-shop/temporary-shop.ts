/*
 * The shop's database in a temporary folder, behind PostgREST with many connections. Calls go to PostgREST
 * itself, without the gateway, and name their client IP in a header as the gateway would.
 */
import { randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import pg from 'pg'
import { startPostgrest } from '../local-backend/postgrest.ts'
import { findPostgrest } from '../local-backend/postgrest-binary.ts'
import { openParts } from '../open-parts.ts'
import { SUPERUSER } from '../postgres/cluster.ts'
import { apiUri, inTransaction, superuserPool } from '../postgres/database.ts'
import { migrate } from '../postgres/migrations.ts'
import type { PostgresServer } from '../postgres/server.ts'
import { startTemporaryServer, type TemporaryServerOptions } from '../postgres/temporary-server.ts'
import { type Caller, createCaller } from './caller.ts'

export interface TemporaryShop {
  send: Caller['send']
  /** Runs as superuser, and is committed. */
  sql<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>
  /** A connection of one's own, which the caller ends or has killed. */
  connect(): Promise<pg.Client>
  /** An access token of these claims. */
  sign(claims: Record<string, unknown>): Promise<string>
  close(): Promise<void>
}

export interface TemporaryShopOptions extends TemporaryServerOptions {
  /** The folder with migrations/, if not the project's own. */
  supabase?: string
  /** By default a random secret. */
  signing?: Signing
}

/** What signs access tokens, and by what PostgREST verifies them: a secret, or a key set as JSON. */
interface Signing {
  alg: 'HS256' | 'ES256'
  key: CryptoKey | Uint8Array
  verifier: string
}

export interface ShopOnServerOptions {
  prepare?: (database: Parameters<typeof migrate>[0]) => Promise<unknown>
  /** Of PostgREST. */
  connections?: number
  signing?: Signing
}

const CONNECTIONS = 50

export function openTemporaryShop(options: TemporaryShopOptions = {}): Promise<TemporaryShop> {
  return openParts(async (onClose) => {
    const { supabase, signing, ...serverOptions } = options
    const server = await startTemporaryServer(serverOptions)
    onClose(server.stop)
    const shop = await openShopOn(server.connection, server.folder, {
      prepare: (query) => migrate(query, supabase),
      ...(signing && { signing }),
    })
    onClose(shop.close)
    return shop
  })
}

/** As openTemporaryShop(), on a server that runs. PostgREST has its socket in the folder. */
export function openShopOn(
  connection: PostgresServer['connection'],
  folder: string,
  options: ShopOnServerOptions = {},
): Promise<TemporaryShop> {
  return openParts(async (onClose) => {
    const { prepare, connections = CONNECTIONS, signing = randomSecret() } = options
    const { alg, key, verifier } = signing
    const pool = superuserPool({ connection })
    onClose(() => pool.end())
    await prepare?.({ transaction: (work) => inTransaction(pool, work) })

    const postgrest = await startPostgrest({
      binary: findPostgrest(),
      databaseUri: apiUri(connection),
      folder: { sockets: folder, tokenSecret: verifier },
      connections,
      log: () => undefined,
    })
    onClose(postgrest.close)
    const { send, close } = createCaller(postgrest.endpoint)
    onClose(close)

    return {
      send,
      sql: async (sql, values) => (await pool.query(sql, values)).rows,
      async connect() {
        const client = new pg.Client(connection(SUPERUSER))
        client.on('error', () => undefined)
        await client.connect()
        return client
      },
      sign: (claims) =>
        new SignJWT(claims).setProtectedHeader({ alg }).setExpirationTime('1h').sign(key),
    }
  })
}

function randomSecret(): Signing {
  const verifier = randomBytes(48).toString('base64url')
  return { alg: 'HS256', key: new TextEncoder().encode(verifier), verifier }
}
