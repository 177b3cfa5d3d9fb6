/* A hosted project's migrations and schema, compared with those of the repository. */
import { parseJson } from '#kit/json.ts'
import { migrationNames, versionOf } from '../migration-names.ts'
import { runSupabase } from '../supabase-cli.ts'
import { UserError } from '../user-error.ts'
import { cliProblem } from './cli-problem.ts'
import { SCHEMA_QUERY, type Schema, type SchemaRow, schemaOf, toSchema } from './schema.ts'

export interface ProjectSchema {
  /** Of the migrations that the project has applied. */
  versions: string[]
  schema: Schema
}

export interface Differences {
  /** Versions that the project has not applied. */
  pending: string[]
  /** Versions that the project has applied, and the repository does not have. */
  unknown: string[]
  /** Objects that are not what the applied migrations define. */
  changed: string[]
  missing: string[]
  extra: string[]
}

const MIGRATIONS = new URL('../../supabase/migrations/', import.meta.url)

const QUERY = `select
  (select json_agg(version order by version) from supabase_migrations.schema_migrations) as versions,
  (select json_agg(found) from (${SCHEMA_QUERY}) as found) as objects`

/** The schema of the linked project, or of a database. Undefined where no migration was ever pushed. */
export async function readProject(databaseUrl?: string): Promise<ProjectSchema | undefined> {
  const command = ['db', 'query', '--read-only', '--output-format', 'json', QUERY]
  const { code, output, messages } = await runSupabase(command, databaseUrl)
  if (isWithoutHistory(output + messages)) return undefined
  if (code !== 0) throw new UserError(cliProblem(output + messages))
  const [row] = parseJson(output) as [{ versions: string[] | null; objects: SchemaRow[] | null }]
  return { versions: row.versions ?? [], schema: toSchema(row.objects ?? []) }
}

/** Compares with what the repository's migrations of the same versions define. */
export async function compareProject({ versions, schema }: ProjectSchema): Promise<Differences> {
  const own = migrationNames(MIGRATIONS).map(versionOf)
  const expected = await schemaOf(versions)
  const isIn = (list: Schema) => (object: string) => list.has(object)
  return {
    pending: own.filter((version) => !versions.includes(version)),
    unknown: versions.filter((version) => !own.includes(version)),
    changed: [...expected.keys()]
      .filter(isIn(schema))
      .filter((object) => schema.get(object) !== expected.get(object)),
    missing: [...expected.keys()].filter((object) => !schema.has(object)),
    extra: [...schema.keys()].filter((object) => !expected.has(object)),
  }
}

/** Sentences for what makes later migrations fail, or leave an old function behind. */
export function differenceSentences({ unknown, changed, missing }: Differences): string[] {
  return [
    ...(unknown.length > 0
      ? [`It has applied migrations that this repository does not have: ${unknown.join(', ')}.`]
      : []),
    ...changed.map((object) => `${object} is not what the migrations define.`),
    ...missing.map((object) => `${object} is missing.`),
  ]
}

function isWithoutHistory(messages: string): boolean {
  return /relation \\*"supabase_migrations\.schema_migrations\\*" does not exist/.test(messages)
}
