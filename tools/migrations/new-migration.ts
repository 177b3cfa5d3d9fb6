/*
 * `npm run migration NAME` writes supabase/migrations/<now>_NAME.sql: what brings a database of the migrations to
 * supabase/schemas. Functions, views, new tables and what belongs to them come from the schema files; what changes
 * a table that has rows is named, to be written by hand. tests/database/schemas.test.ts proves the result.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { type Objects, readObjects } from '#tests/support/database-objects.ts'
import { schemaFiles } from '#tests/support/schema-files.ts'
import { migrationFiles, openScratchDatabase } from '../postgres/scratch-database.ts'
import { PRICES_SUFFIX } from '../prices/migration.ts'
import { UserError } from '../user-error.ts'
import { type Statement, statementsOf } from './statements.ts'

const [, , name = ''] = process.argv
if (!/^[a-z][a-z0-9_]*$/.test(name))
  throw new UserError('npm run migration NAME: the name has small letters, digits and underscores.')

const prices = migrationFiles().filter(({ pathname }) => pathname.endsWith(PRICES_SUFFIX))
const [former, wanted] = [
  await objectsOf(migrationFiles()),
  await objectsOf([...schemaFiles(), ...prices]),
]
const text = migration(former, wanted)
if (text === '') console.log('The migrations make the database of supabase/schemas already.')
else {
  const stamp = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const path = `supabase/migrations/${stamp}_${name}.sql`
  writeFileSync(new URL(`../../${path}`, import.meta.url), text)
  console.log(`Wrote ${path}. Read it, and say in its first lines what it is for.`)
}

async function objectsOf(files: URL[]): Promise<Objects> {
  const database = await openScratchDatabase(files)
  try {
    return await readObjects(database)
  } finally {
    await database.close()
  }
}

function migration(before: Objects, after: Objects): string {
  const changed = Object.keys({ ...before, ...after }).filter((key) => before[key] !== after[key])
  const statements = schemaFiles().flatMap((file) => statementsOf(readFileSync(file, 'utf8')))
  const replaced = new Set(statements.filter(({ replaces }) => replaces).map(({ name }) => name))
  const isWritten = new Set<string>()
  const written = statements.filter((statement) => {
    const isEmptyPlace =
      replaced.has(statement.name) && !statement.replaces && /^create /m.test(statement.text)
    const own = changed.filter(
      (key) => belongsTo(key, statement, before) && !(isEmptyPlace && key in before),
    )
    for (const key of own) isWritten.add(key)
    return own.length > 0
  })
  const gone = changed.filter((key) => !(key in after) && /^(function|view) /.test(key))
  const goneViews = gone
    .filter((key) => key.startsWith('view'))
    .map((key) => key.replace('view ', ''))
  const returned = changed.filter((key) => returnsOf(before[key]) !== returnsOf(after[key]))
  const dropped = returned.filter((key) => key in before && key in after)
  // Of a new table, and of a view, these come with it.
  const isPart = (key: string) => {
    const [, of = ''] = / (?:on|of) ([\w.]+)(?:: .*)?$/.exec(key) ?? []
    return (
      changed.includes(`view ${of}`) ||
      (changed.includes(`table ${of}`) && !(`table ${of}` in before))
    )
  }
  const byHand = changed.filter(
    (key) =>
      !isWritten.has(key) && !gone.includes(key) && !isPart(key) && !key.startsWith('rows of'),
  )
  return [
    ...byHand.map((key) => `-- By hand: ${key}`),
    ...dropped.map((key) => `drop ${key};`),
    ...written.map(({ text }) => `${text};`),
    ...gone.filter((key) => key.startsWith('function')).map((key) => `drop ${key};`),
    // At once: one may read another.
    goneViews.length > 0 && `drop view ${goneViews.join(', ')};`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** Whether a statement of the schemas makes what an object lacks. Columns of a table that exists are changed by hand. */
function belongsTo(key: string, { kind, name, part }: Statement, before: Objects): boolean {
  const [, changedKind = '', object = ''] = /^(function|view) ([^(]+)/.exec(key) ?? []
  // Postgres names what is in its search path without the schema.
  if (changedKind) return changedKind === kind && object === name.replace('public.', '')
  if (kind !== 'table') return false
  return key === part || (key === `table ${name}` && !(key in before))
}

function returnsOf(definition: string | undefined): string | undefined {
  return /^ RETURNS (.*)$/m.exec(definition ?? '')?.[1]
}
