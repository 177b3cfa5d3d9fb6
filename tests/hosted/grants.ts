/** Everything that the API's roles may do to what our migrations made, and what they will be granted. */
export const grantsQuery = `
  with roles as (select unnest(array['anon', 'authenticated', 'service_role']) as role),
  schemas as (select unnest(array['public', 'private']) as schema),
  relations as (
    select oid, oid::regclass::text as name, relkind, relrowsecurity from pg_class
    where relnamespace::regnamespace::text in (select schema from schemas)
      and relkind in ('r', 'p', 'v', 'm', 'S')
  )
  select role, format('%s on %s', privilege, name) as may
  from roles, relations,
    unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger'])
      as privilege
  where relkind <> 'S' and has_table_privilege(role, oid, privilege)
  union all
  select role, format('%s on %s.%s', privilege, name, attname)
  from roles, relations join pg_attribute on attrelid = oid,
    unnest(array['select', 'insert', 'update', 'references']) as privilege
  where relkind <> 'S' and attnum > 0 and not attisdropped
    and has_column_privilege(role, oid, attnum, privilege)
  union all
  select role, format('%s on %s', privilege, name)
  from roles, relations, unnest(array['usage', 'select', 'update']) as privilege
  where relkind = 'S' and has_sequence_privilege(role, oid, privilege)
  union all
  select role, 'execute ' || oid::regprocedure
  from roles, pg_proc
  where pronamespace::regnamespace::text in (select schema from schemas)
    and has_function_privilege(role, oid, 'execute')
  union all
  select role, format('%s on schema %s', privilege, schema)
  from roles, schemas, unnest(array['usage', 'create']) as privilege
  where has_schema_privilege(role, schema, privilege)
  union all
  select 'row level security', name from relations where relrowsecurity
  union all
  select 'policy', concat_ws(' ', tablename, policyname, cmd, roles, qual, with_check)
  from pg_policies where schemaname in (select schema from schemas)
  union all
  select grantee::regrole::text, format('later %s on %s', privilege_type, defaclobjtype)
  from pg_default_acl, aclexplode(defaclacl)
  where defaclrole = 'postgres'::regrole and grantee <> defaclrole
    and coalesce(nullif(defaclnamespace, 0)::regnamespace::text, 'public') in (select schema from schemas)
    and grantee::regrole::text in ('-', 'anon', 'authenticated')
  order by 1, 2
`
