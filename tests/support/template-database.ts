/*
 * The shop's database as every test file finds it. Postgres takes seconds to make one from nothing and
 * a fraction of that to open a copy, so a copy is kept until the schema changes.
 */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { extensions, openScratchDatabase, schemaFiles } from '#tools/generate/scratch-database.ts'

const root = new URL('../../', import.meta.url)
const folder = new URL('.cache/test-database/', root)

/** A database of one's own, with the migrations. */
export async function openTemplateDatabase(): Promise<PGlite> {
  const copy = new URL(`${fingerprint()}.tar`, folder)
  if (!existsSync(copy)) await makeCopy(copy)
  const loadDataDir = new Blob([readFileSync(copy)])
  const database = await PGlite.create({ extensions, loadDataDir })
  await database.exec(mutationSql)
  return database
}

/** SQL of a mutation test (tools/mutation-tests), or nothing. */
export const mutationSql = process.env['MUTATION_SQL'] ?? ''

/** Changes with everything that makes the database, its version included. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of [...schemaFiles(), new URL('package.json', root)]) {
    hash.update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 16)
}

async function makeCopy(copy: URL): Promise<void> {
  const database = await openScratchDatabase()
  const dump = await database.dumpDataDir('none')
  await database.close()

  mkdirSync(folder, { recursive: true })
  const outdated = readdirSync(folder).filter(
    (name) => name.endsWith('.tar') && !copy.pathname.endsWith(name),
  )
  // Under a name of its own until it is whole: another test file may be making the same one.
  const unfinished = `${fileURLToPath(copy)}.${process.pid}-${performance.now()}`
  writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()))
  renameSync(unfinished, copy)
  for (const name of outdated) rmSync(new URL(name, folder), { force: true })
}
