/*
 * Creating a database takes seconds and copying one a fraction of that, so an empty database is cached
 * for each version of Postgres.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Copies an empty database into the data folder, unless it has one. */
export async function prepareDatabase(dataDir: string): Promise<void> {
  const database = join(dataDir, 'database')
  if (existsSync(database)) return
  cpSync(await emptyDatabase(), database, { recursive: true })
}

async function emptyDatabase(): Promise<string> {
  const made = join(root, '.cache/empty-database', postgresVersion())
  if (existsSync(made)) return made
  // Under a temporary name until it is complete: another test file may create the same one.
  const unfinished = `${made}-${process.pid}-${performance.now()}`
  mkdirSync(unfinished, { recursive: true })
  const postgres = await PGlite.create({ dataDir: unfinished })
  await postgres.close()
  try {
    renameSync(unfinished, made)
  } catch {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return made
}

function postgresVersion(): string {
  const manifest = join(root, 'node_modules/@electric-sql/pglite/package.json')
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}
