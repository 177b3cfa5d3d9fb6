/*
 * Postgres takes seconds to make a database from nothing and a fraction of that to open a copy. So
 * one is made, empty, and kept for all test runs on this version of Postgres.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Lays an empty database where the store of this folder will look for it, unless one is there. */
export async function prepareDatabase(dataDir: string): Promise<void> {
  const database = join(dataDir, 'database')
  if (existsSync(database)) return
  cpSync(await emptyDatabase(), database, { recursive: true })
}

async function emptyDatabase(): Promise<string> {
  const made = join(root, '.cache/empty-database', postgresVersion())
  if (existsSync(made)) return made
  // Under a name of its own until it is whole: another test file may be making the same one.
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
