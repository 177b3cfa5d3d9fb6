/*
 * A Postgres in memory as a hosted project is before its first migration, with ours applied: what the
 * generated types are read from, and what the database tests start with.
 */
import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { migrationNames } from '../migration-names.ts'

export const extensions = { pgcrypto, pg_trgm }

const root = new URL('../../', import.meta.url)

/** The bootstrap of the local backend, then every migration in the order of its name. */
export function schemaFiles(): URL[] {
  const folder = new URL('supabase/migrations/', root)
  return [
    new URL('tools/local-backend/bootstrap.sql', root),
    ...migrationNames(folder).map((name) => new URL(name, folder)),
  ]
}

export async function openScratchDatabase(): Promise<PGlite> {
  const database = await PGlite.create({ extensions })
  for (const file of schemaFiles()) await database.exec(readFileSync(file, 'utf8'))
  return database
}
