/*
 * A database with all migrations. Creating it takes seconds and opening a copy a fraction of that, so a
 * copy is cached until the schema changes.
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

/** Opens a copy. */
export async function openTemplateDatabase(): Promise<PGlite> {
  const copy = new URL(`${fingerprint()}.tar`, folder)
  if (!existsSync(copy)) await createCopy(copy)
  const loadDataDir = new Blob([readFileSync(copy)])
  const database = await PGlite.create({ extensions, loadDataDir })
  await database.exec(mutationSql)
  return database
}

/** SQL of a mutation test (tools/mutation-tests), or nothing. */
export const mutationSql = process.env['MUTATION_SQL'] ?? ''

/** Changes with the migrations, the seed and the versions of packages. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of [...schemaFiles(), new URL('package.json', root)]) {
    hash.update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 16)
}

async function createCopy(copy: URL): Promise<void> {
  const database = await openScratchDatabase()
  const dump = await database.dumpDataDir('none')
  await database.close()

  mkdirSync(folder, { recursive: true })
  const outdated = readdirSync(folder).filter(
    (name) => name.endsWith('.tar') && !copy.pathname.endsWith(name),
  )
  // Under a temporary name until it is complete: another test file may create the same one.
  const unfinished = `${fileURLToPath(copy)}.${process.pid}-${performance.now()}`
  writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()))
  renameSync(unfinished, copy)
  for (const name of outdated) rmSync(new URL(name, folder), { force: true })
}
