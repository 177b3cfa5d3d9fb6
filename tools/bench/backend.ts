/*
 * The store that is measured: the local one in a folder of its own, or, before the same API, a
 * Postgres that DATABASE_URL names.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { createAuthApi } from '../local-backend/auth/auth-api.ts'
import { prepareDataFolder } from '../local-backend/data-folder.ts'
import { type Database, inTransaction } from '../local-backend/database.ts'
import { openFormSink } from '../local-backend/form-sink.ts'
import { createGateway } from '../local-backend/gateway.ts'
import { saveLocalAdmin } from '../local-backend/local-admin.ts'
import { openLocalBackend } from '../local-backend/local-backend.ts'
import { migrate } from '../local-backend/migrations.ts'
import { startPostgrest } from '../local-backend/postgrest.ts'
import { findPostgrest } from '../local-backend/postgrest-binary.ts'
import { createRestProxy } from '../local-backend/rest-proxy.ts'
import type { Middleware } from '../site-server/middleware.ts'

export const owner = { email: 'admin@zulf.example', password: 'a-password-for-the-bench' }

export interface BenchStore {
  url: string
  /** The database itself, past the API and its rights. */
  transaction: Database['transaction']
  close(): Promise<void>
}

const dataDir = fileURLToPath(new URL('../../.data', import.meta.url))

/** Several stand with commas between, for several sizes. They are clusters: roles are for all of one. */
const uris = (process.env['DATABASE_URL'] ?? '').split(',').filter(Boolean)

/** Whether each size can have a store of its own, open beside the others. */
export function hasStoreForEach(sizes: number[]): boolean {
  return uris.length === 0 || uris.length >= sizes.length
}

/** The local backend keeps a folder for each size; a Postgres of one's own is filled anew if need be. */
export async function openStore(size: number, nth: number): Promise<BenchStore> {
  const uri = uris[nth % uris.length]
  if (uri) return listen(await openPostgres(uri, `bench-postgres-${nth}`))
  return listen(
    await openLocalBackend({
      dataDir: join(dataDir, `bench-${size}`),
      adminUsername: owner.email,
      adminPassword: owner.password,
      adminEmailDomain: '',
    }),
  )
}

interface Opened {
  handle: Middleware
  transaction: Database['transaction']
  close(): Promise<void>
}

async function openPostgres(uri: string, folderName: string): Promise<Opened> {
  const pool = new pg.Pool({ connectionString: uri, max: 1 })
  const database: Database = {
    uri,
    transaction: (work) => inTransaction(pool, work),
    close: () => pool.end(),
  }
  await refuseForeign(database)
  await migrate(database)
  await database.transaction((query) => query('create schema if not exists bench'))
  await saveLocalAdmin(database, owner)

  const folder = prepareDataFolder(join(dataDir, folderName))
  const forms = await openFormSink(database)
  const postgrest = await startPostgrest({
    binary: findPostgrest(),
    databaseUri: uri,
    folder,
    log: console.error,
  })
  const rest = createRestProxy(postgrest.address)
  return {
    handle: createGateway({ auth: createAuthApi(database, folder.tokenSecret), rest, forms }),
    transaction: database.transaction,
    async close() {
      rest.close()
      await postgrest.close()
      await database.close()
      folder.forgetAlias()
    },
  }
}

/** The database is emptied and filled again and again: it must be ours, or new. */
async function refuseForeign(database: Database): Promise<void> {
  const [found] = await database.transaction((query) =>
    query(
      "select to_regclass('public.orders') is not null and to_regnamespace('bench') is null as foreign_shop",
    ),
  )
  if (found?.['foreign_shop']) {
    throw new Error('DATABASE_URL names the database of a shop: name one that is new and empty.')
  }
}

async function listen({ handle, transaction, close }: Opened): Promise<BenchStore> {
  const server = createServer((request, response) => {
    handle(request, response, () => response.writeHead(404).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    transaction,
    async close() {
      server.closeAllConnections()
      server.close()
      await close()
    },
  }
}
