import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrationNames, versionOf } from '../migration-names.ts'
import { UserError } from '../user-error.ts'
import type { Database, Query } from './database.ts'

const SUPABASE = fileURLToPath(new URL('../../supabase', import.meta.url))

/**
 * Applies the pending migrations in order, each in a transaction of its own, as the role that owns them in
 * a hosted project and is no superuser.
 * @param includes Whether to apply the migration of a version; all by default.
 */
export async function migrate(
  database: Pick<Database, 'transaction'>,
  supabase = SUPABASE,
  includes: (version: string) => boolean = () => true,
): Promise<void> {
  await database.transaction(async (query) => {
    await query('create schema if not exists local')
    await query(`create table if not exists local.applied_migrations (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`)
  })
  const files = migrationsIn(supabase)
  await database.transaction((query) => refuseOtherVersion(query, files))
  for (const file of files.filter((file) => includes(versionOf(file)))) {
    await database.transaction((query) => applyOnce(query, file))
  }
}

/** As the Supabase CLI counts them. */
export function migrationVersions(): string[] {
  return migrationsIn(SUPABASE).map(versionOf)
}

function migrationsIn(supabase: string): string[] {
  const folder = join(supabase, 'migrations')
  return migrationNames(folder).map((name) => join(folder, name))
}

/** Throws if the data folder has applied a migration that does not exist here. */
async function refuseOtherVersion(query: Query, files: string[]): Promise<void> {
  const [unknown] = await query(
    'select name from local.applied_migrations where name <> all ($1) order by name limit 1',
    [files.map((file) => basename(file))],
  )
  if (unknown) {
    throw new UserError(
      `Another version of the shop made this data folder (its database has ${unknown['name']}): start that version, or delete the folder to start over, or set DATA_DIR to another folder.`,
    )
  }
}

async function applyOnce(query: Query, file: string): Promise<void> {
  const name = basename(file)
  const sql = readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
  const sha256 = createHash('sha256').update(sql).digest('hex')
  const [applied] = await query('select sha256 from local.applied_migrations where name = $1', [
    name,
  ])
  if (applied?.['sha256'] === sha256) return
  if (applied) {
    throw new UserError(
      `${name} was changed after this database had applied it: add a new migration instead, or delete the data folder to start over.`,
    )
  }
  try {
    await query('set local role postgres')
    await query(sql)
    await query('reset role')
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`, { cause: error })
  }
  await query('insert into local.applied_migrations (name, sha256) values ($1, $2)', [name, sha256])
}
