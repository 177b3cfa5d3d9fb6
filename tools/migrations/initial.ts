/*
 * `npm run migrations:initial`: writes the first migration from supabase/schemas, for a repository whose
 * migrations no project has applied.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { frozenState } from './frozen.ts'
import { schemaFiles } from './schema-files.ts'

/** Stamped before the price migrations of every shop. */
const NAME = '20261121090000_create_shop.sql'
const HEADER = `/*
 * The database as it was published first, made from supabase/schemas by \`npm run migrations:initial\`.
 * What it is now is in supabase/schemas.
 */
`

const supabase = fileURLToPath(new URL('../../supabase', import.meta.url))
const texts = schemaFiles().map((file) => readFileSync(file, 'utf8').replaceAll('\r\n', '\n'))
writeFileSync(`${supabase}/migrations/${NAME}`, [HEADER, ...texts].join('\n'))
console.log(`Wrote supabase/migrations/${NAME}.`)
if (frozenState(supabase).changed.includes(NAME)) {
  console.error(
    `It had landed, and projects that have applied it keep the old one: restore it (git checkout), and write a new migration. Remove its line from supabase/migrations.sha256 only where no project has applied it.`,
  )
  process.exitCode = 1
}
