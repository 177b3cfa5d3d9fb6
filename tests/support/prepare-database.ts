/*
 * Creating and migrating a database takes seconds, and copying one a fraction of that. So an empty one is
 * cached for each version of Postgres, and a migrated one for each schema.
 */
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { extensions, schemaFiles } from '#tools/generate/scratch-database.ts'
import { migrate } from '#tools/local-backend/migrations.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(root, '.cache/database-folders')

type Kind = 'empty' | 'migrated'

/** Copies a database into the data folder, unless it has one. */
export async function prepareDatabase(dataDir: string, kind: Kind = 'migrated'): Promise<void> {
  const database = join(dataDir, 'database')
  if (existsSync(database)) return
  cpSync(await cachedDatabase(kind), database, { recursive: true })
}

async function cachedDatabase(kind: Kind): Promise<string> {
  const cached = join(cache, `${kind}-${fingerprint(kind)}`)
  if (existsSync(cached)) return cached
  // Under a temporary name until it is complete: another test file may create the same one.
  const unfinished = join(cache, `unfinished-${process.pid}-${performance.now()}`)
  mkdirSync(unfinished, { recursive: true })
  const postgres = await PGlite.create({ dataDir: unfinished, extensions })
  if (kind === 'migrated') await migrate({ transaction: transactionsOf(postgres) })
  await postgres.close()
  try {
    renameSync(unfinished, cached)
  } catch {
    rmSync(unfinished, { recursive: true, force: true })
  }
  for (const name of readdirSync(cache)) {
    if (name.startsWith(kind) && !cached.endsWith(name)) {
      rmSync(join(cache, name), { recursive: true, force: true })
    }
  }
  return cached
}

function transactionsOf(postgres: PGlite): Parameters<typeof migrate>[0]['transaction'] {
  return (work) =>
    postgres.transaction((transaction) =>
      work(async (sql, values) => {
        if (values) return (await transaction.query<Record<string, unknown>>(sql, values)).rows
        await transaction.exec(sql)
        return []
      }),
    )
}

function fingerprint(kind: Kind): string {
  const hash = createHash('sha256')
  hash.update(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json')))
  if (kind === 'migrated') for (const file of schemaFiles()) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}
