/* What a database holds, from the catalogue of Postgres. */
import type { ScratchDatabase } from '#tools/postgres/scratch-database.ts'

/** `function private.is_open(public.order_status)` → its definition, rights and comment, as one text. */
export type Objects = Record<string, string>

/**
 * Everything of the schemas public and private: types, tables with their columns, constraints, indexes,
 * triggers, policies and rows, views, sequences, functions; and the extensions and default rights.
 */
export async function readObjects(database: Pick<ScratchDatabase, 'query'>): Promise<Objects> {
  const { rows } = await database.query<{ object: string; definition: string }>(OBJECTS)
  const objects = Object.fromEntries(rows.map(({ object, definition }) => [object, definition]))
  return { ...objects, ...(await readRows(database)) }
}

/** Random for each database. */
const RANDOM = ['private.limit_salt']

async function readRows(database: Pick<ScratchDatabase, 'query'>): Promise<Objects> {
  const tables = await database.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'private')`)
  const objects: Objects = {}
  for (const { name } of tables.rows) {
    const shown = RANDOM.includes(name) ? 'count(*)' : 'json_agg(saved order by saved::text)'
    const { rows } = await database.query(`select ${shown} as rows from ${name} as saved`)
    objects[`rows of ${name}`] = JSON.stringify(rows)
  }
  return objects
}

/** Who may do what, whatever the order in which it was granted. All are expressions of SQL. */
const rights = (granted: string, kind: string, role: string) => `(
  select string_agg(
    format('%s to %s by %s', privilege_type, coalesce(nullif(grantee, 0)::regrole::text, 'public'),
      grantor::regrole),
    ', ' order by privilege_type, grantee, grantor
  )
  from aclexplode(coalesce(${granted}, acldefault(${kind}, ${role})))
)`

const RELATION_RIGHTS = `case relkind when 'S' then 's'::"char" else 'r'::"char" end`

const OBJECTS = `
with schemas as (
  select oid, nspname from pg_namespace where nspname in ('public', 'private')
),
relations as (
  select pg_class.oid, relname, relkind, relrowsecurity, relforcerowsecurity, reloptions, relacl, relowner,
    format('%I.%I', nspname, relname) as name
  from pg_class join schemas on schemas.oid = relnamespace
),
objects as (
  select format('schema %s', nspname) as object, concat_ws(E'\\n',
    ${rights('nspacl', "'n'", 'nspowner')}, obj_description(oid, 'pg_namespace')) as definition
  from pg_namespace where nspname in ('public', 'private')
  union all
  select format('%s %s', case relkind when 'r' then 'table' when 'v' then 'view' when 'S' then 'sequence'
      when 'c' then 'composite type' when 'i' then 'index' else relkind::text end, name),
    concat_ws(E'\\n', relrowsecurity, relforcerowsecurity, reloptions::text,
      case relkind when 'v' then pg_get_viewdef(oid) when 'i' then pg_get_indexdef(oid) end,
      case when relkind not in ('i', 'c') then ${rights('relacl', RELATION_RIGHTS, 'relowner')} end,
      obj_description(oid, 'pg_class'),
      case relkind when 'c' then (
        select obj_description(pg_type.oid, 'pg_type') from pg_type where typrelid = relations.oid
      ) end)
  from relations
  union all
  -- Counted without the columns that a migration dropped.
  select format('column %s of %s: %s', row_number() over (partition by attrelid order by attnum), name, attname),
    concat_ws(E'\\n',
    format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, pg_get_expr(adbin, adrelid),
    attacl::text, attstorage, col_description(attrelid, attnum))
  from pg_attribute join relations on relations.oid = attrelid
  left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where relkind in ('r', 'v', 'c') and attnum > 0 and not attisdropped
  union all
  select format('constraint %s on %s', conname, name), concat_ws(E'\\n',
    pg_get_constraintdef(pg_constraint.oid), condeferrable, convalidated,
    obj_description(pg_constraint.oid, 'pg_constraint'))
  from pg_constraint join relations on relations.oid = conrelid
  union all
  select format('trigger %s on %s', tgname, name), concat_ws(E'\\n',
    pg_get_triggerdef(pg_trigger.oid), tgenabled, obj_description(pg_trigger.oid, 'pg_trigger'))
  from pg_trigger join relations on relations.oid = tgrelid where not tgisinternal
  union all
  select format('policy %s on %s', polname, name), concat_ws(E'\\n',
    polpermissive, polcmd, polroles::regrole[]::text, pg_get_expr(polqual, polrelid),
    pg_get_expr(polwithcheck, polrelid))
  from pg_policy join relations on relations.oid = polrelid
  union all
  select format('function %s', pg_proc.oid::regprocedure), concat_ws(E'\\n',
    pg_get_functiondef(pg_proc.oid), proowner::regrole,
    ${rights('proacl', "'f'", 'proowner')}, obj_description(pg_proc.oid, 'pg_proc'))
  from pg_proc join schemas on schemas.oid = pronamespace
  union all
  select format('enum %s', typname), concat_ws(E'\\n',
    (select string_agg(enumlabel, ', ' order by enumsortorder) from pg_enum where enumtypid = pg_type.oid),
    ${rights('typacl', "'T'", 'typowner')}, obj_description(pg_type.oid, 'pg_type'))
  from pg_type join schemas on schemas.oid = typnamespace where typtype in ('e', 'd')
  union all
  select format('extension %s', extname), extnamespace::regnamespace::text from pg_extension
  union all
  select format('default rights of %s in %s: %s', defaclrole::regrole, defaclnamespace, defaclobjtype),
    (select string_agg(format('%s to %s', privilege_type, coalesce(nullif(grantee, 0)::regrole::text, 'public')),
      ', ' order by privilege_type, grantee) from aclexplode(defaclacl))
  from pg_default_acl
)
select object, coalesce(definition, '') as definition from objects order by object`
