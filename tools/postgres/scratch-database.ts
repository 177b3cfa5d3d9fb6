/*
 * A database as a hosted project is before its first migration, with ours applied: what the generated types
 * and the fingerprints of the schema are read from. It is deleted when it is closed.
 */
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { migrationNames } from '../migration-names.ts'
import { SUPERUSER } from './cluster.ts'
import type { ServerConnection } from './server.ts'
import { startTemporaryServer } from './temporary-server.ts'

/** One connection, of the superuser. */
export interface ScratchDatabase {
  query<Row>(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>
  /** Several statements, without results. */
  exec(sql: string): Promise<void>
  close(): Promise<void>
}

const folder = new URL('../../supabase/migrations/', import.meta.url)

/** Every migration in the order of its name. */
export function migrationFiles(): URL[] {
  return migrationNames(folder).map((name) => new URL(name, folder))
}

/** Files of SQL, which run as the role that applies migrations to a hosted project. */
export async function openScratchDatabase(
  files = migrationFiles(),
): Promise<ScratchDatabase & { connection: ServerConnection }> {
  const server = await startTemporaryServer()
  const connection = server.connection(SUPERUSER)
  const { close, ...database } = await connectTo(connection)
  const closeAll = () => close().then(server.stop)
  try {
    await database.exec('set role postgres')
    for (const file of files) {
      await database.exec(readFileSync(file, 'utf8').replaceAll('\r\n', '\n'))
    }
    await database.exec('reset role')
    return { ...database, connection, close: closeAll }
  } catch (error) {
    await closeAll()
    throw error
  }
}

const BIGINT = 20

/** Counts are numbers in its results. */
export async function connectTo(connection: pg.ClientConfig): Promise<ScratchDatabase> {
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid: number, format) =>
      oid === BIGINT ? Number : pg.types.getTypeParser(oid, format as 'text'),
  }
  const client = new pg.Client({ ...connection, types })
  await client.connect()
  return {
    async query<Row>(sql: string, values?: unknown[]) {
      const { rows } = await client.query(sql, values)
      return { rows: rows as Row[] }
    },
    async exec(sql) {
      await client.query(sql)
    },
    close: () => client.end(),
  }
}
