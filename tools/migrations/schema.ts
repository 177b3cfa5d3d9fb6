/*
 * What migrations define, as a fingerprint of each object: functions, triggers, columns, constraints, indexes and row level
 * security of the schemas public and private. Equal migrations give equal fingerprints on every version of Postgres.
 */
import { versionOf } from '../migration-names.ts'
import { migrationFiles, openScratchDatabase } from '../postgres/scratch-database.ts'

/** `function private.is_open(text)` → its fingerprint. */
export type Schema = Map<string, string>

/** The schema that these versions of the repository's migrations make in a new database. */
export async function schemaOf(versions: readonly string[]): Promise<Schema> {
  const applied = migrationFiles().filter((file) => versions.includes(versionOf(file.pathname)))
  const database = await openScratchDatabase(applied)
  try {
    const { rows } = await database.query<SchemaRow>(SCHEMA_QUERY)
    return toSchema(rows)
  } finally {
    await database.close()
  }
}

export interface SchemaRow {
  object: string
  fingerprint: string
}

export function toSchema(rows: readonly SchemaRow[]): Schema {
  return new Map(rows.map(({ object, fingerprint }) => [object, fingerprint]))
}

/**
 * One statement. Only types of `public` are printed without their schema, on both sides: it is in the search
 * path of a new connection.
 */
export const SCHEMA_QUERY = `
  with schemas as (
    select oid, nspname from pg_namespace where nspname in ('public', 'private')
  ),
  own as (
    select pg_proc.*, nspname,
      (select coalesce(string_agg(format_type(argument, null), ', ' order by nth), '')
       from unnest(proargtypes::oid[]) with ordinality as listed (argument, nth)) as arguments
    from pg_proc join schemas on schemas.oid = pronamespace
    where prokind in ('f', 'p')
      and not exists (
        select from pg_depend where objid = pg_proc.oid and deptype = 'e'
          and classid = 'pg_proc'::regclass
      )
  ),
  objects as (
    select format('function %s.%s(%s)', nspname, proname, arguments) as object,
      concat_ws(E'\\n', replace(prosrc, E'\\r', ''), lanname, provolatile, prosecdef, proisstrict,
        proretset, proparallel, format_type(prorettype, null), proargnames::text,
        pronargdefaults, array_to_string(proconfig, ',')) as definition
    from own join pg_language on pg_language.oid = prolang
    union all
    select format('trigger %s on %s.%s', tgname, nspname, relname),
      concat_ws(' ', tgtype, tgenabled, tgfoid::regproc::text, tgdeferrable, tginitdeferred,
        tgattr::text, tgqual is not null)
    from pg_trigger
    join pg_class on pg_class.oid = tgrelid
    join schemas on schemas.oid = relnamespace
    where not tgisinternal
    union all
    select format('column %s.%s.%s', nspname, relname, attname),
      concat_ws(' ', format_type(atttypid, atttypmod), attnotnull, attgenerated, attidentity, atthasdef)
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    join schemas on schemas.oid = relnamespace
    where relkind in ('r', 'p') and attnum > 0 and not attisdropped
    union all
    -- Those of not null are the columns'.
    select format('constraint %s on %s.%s', conname, nspname, relname),
      concat_ws(' ', pg_get_constraintdef(pg_constraint.oid), convalidated)
    from pg_constraint
    join pg_class on pg_class.oid = conrelid
    join schemas on schemas.oid = relnamespace
    where contype in ('c', 'f', 'p', 'u', 'x')
    union all
    -- Printed with or without the schema of an extension, as the search path of a connection has it.
    select format('index %s.%s', nspname, relname),
      replace(pg_get_indexdef(pg_class.oid), 'extensions.', '')
    from pg_class join schemas on schemas.oid = relnamespace
    where relkind = 'i'
    union all
    select format('row level security of %s.%s', nspname, relname), relrowsecurity::text
    from pg_class join schemas on schemas.oid = relnamespace
    where relkind in ('r', 'p')
    union all
    select format('policy %s on %s.%s', polname, nspname, relname),
      concat_ws(' ', polcmd, polpermissive, polroles::regrole[]::text,
        pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
    from pg_policy
    join pg_class on pg_class.oid = polrelid
    join schemas on schemas.oid = relnamespace
  )
  select object, md5(definition) as fingerprint from objects order by object
`
