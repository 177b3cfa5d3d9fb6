import { CALLERS, EXPOSED, OURS, type Rule } from './rule.ts'

export const exposureRules: Rule[] = [
  {
    fact: 'callers change no table',
    query: `
      select format('%s: %s %s', caller, privilege, known.oid::regclass) as breach
      from pg_class as known, unnest(array['anon', 'authenticated']) as caller,
        unnest(array['insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as privilege
      where known.relkind in ('r', 'p', 'v', 'm', 'f')
        and known.relnamespace::regnamespace::text in ${OURS}
        and has_table_privilege(caller, known.oid, privilege)
      union all
      select format('%s: %s %s.%s', caller, privilege, known.oid::regclass, attname)
      from pg_class as known join pg_attribute on attrelid = known.oid and attnum > 0,
        unnest(array['anon', 'authenticated']) as caller,
        unnest(array['insert', 'update', 'references']) as privilege
      where known.relkind in ('r', 'p', 'v', 'm', 'f') and not attisdropped
        and known.relnamespace::regnamespace::text in ${OURS}
        and has_column_privilege(caller, known.oid, attnum, privilege)`,
    breaches: [
      ['grant insert on public.orders to anon', 'anon: insert orders'],
      ['grant update on public.orders to authenticated', 'authenticated: update orders'],
      [
        'grant update (total) on public.orders to authenticated',
        'authenticated: update orders.total',
      ],
      ['grant truncate on private.order_audit to public', 'anon: truncate private.order_audit'],
      ['grant trigger on public.orders to anon', 'anon: trigger orders'],
    ],
  },
  {
    fact: 'callers read no table but orders, and those only when signed in',
    query: `
      select format('%s: %s', caller, known.oid::regclass) as breach
      from pg_class as known, unnest(array['anon', 'authenticated']) as caller
      where known.relkind in ('r', 'p', 'v', 'm', 'f')
        and known.relnamespace::regnamespace::text in ${OURS}
        and has_any_column_privilege(caller, known.oid, 'select')
        and (caller, known.oid) <> ('authenticated', 'public.orders'::regclass)`,
    breaches: [
      ['grant select (id) on public.orders to anon', 'anon: orders'],
      ['grant select on private.customers to authenticated', 'authenticated: private.customers'],
    ],
  },
  {
    fact: '0010 no view of the API reads with the rights of its owner',
    query: `
      select oid::regclass::text as breach from pg_class
      where relkind = 'v' and relnamespace::regnamespace::text in ${EXPOSED}
        and not coalesce(reloptions, '{}') && array['security_invoker=true', 'security_invoker=on']`,
    breaches: [['create view public.bad as select id from public.orders', 'bad']],
  },
  {
    fact: '0002 nothing of the API is made of the accounts of the host',
    query: `
      select distinct viewed.oid::regclass::text as breach
      from pg_class as viewed
      join pg_rewrite on ev_class = viewed.oid
      join pg_depend on pg_depend.objid = pg_rewrite.oid
      join pg_class as source on source.oid = refobjid
      where viewed.relnamespace::regnamespace::text in ${EXPOSED}
        and source.relnamespace = 'auth'::regnamespace`,
    breaches: [
      [
        'create view public.bad with (security_invoker = true) as select id, email from auth.users',
        'bad',
      ],
    ],
  },
  {
    fact: '0016 0017 nothing of the API stands outside row level security',
    query: `
      select oid::regclass::text as breach from pg_class
      where relkind in ('m', 'f') and relnamespace::regnamespace::text in ${OURS}`,
    breaches: [
      ['create materialized view public.bad as select id from public.orders', 'bad'],
      [
        `create foreign data wrapper bad; create server bad foreign data wrapper bad;
         create foreign table private.bad (id integer) server bad`,
        'private.bad',
      ],
    ],
  },
  {
    fact: '0014 no extension lies in the API',
    query: `
      select extname as breach from pg_extension
      where extnamespace::regnamespace::text in ${OURS}`,
    breaches: [['alter extension pg_trgm set schema public', 'pg_trgm']],
  },
  {
    fact: '0026 0027 there is no second API over the same tables',
    query: `
      select extname as breach from pg_extension where extname = 'pg_graphql'
      union all
      select nspname from pg_namespace where nspname like 'graphql%'`,
    breaches: [['create schema graphql_public', 'graphql_public']],
  },
  {
    fact: 'nothing is broadcast as it changes',
    query: `
      select pubname || ': ' || tablename as breach from pg_publication_tables
      where schemaname in ${OURS} and tablename in ('orders', 'order_keys')`,
    breaches: [
      ['alter publication supabase_realtime add table public.orders', 'supabase_realtime: orders'],
      ['create publication bad for all tables', 'bad: order_keys'],
    ],
  },
  {
    fact: 'callers make nothing, own nothing, and become nobody else',
    query: `
      select format('%s: create in %s', caller, nspname) as breach
      from pg_namespace, unnest(array['anon', 'authenticated']) as caller
      where has_schema_privilege(caller, oid, 'create')
      union all
      select format('%s: owns %s', relowner::regrole, oid::regclass) from pg_class
      where relowner::regrole::text in ${CALLERS}
      union all
      select format('%s: is %s', member::regrole, roleid::regrole) from pg_auth_members
      where member::regrole::text in ${CALLERS}
      union all
      select rolname || ': past row level security' from pg_roles
      where rolname in ${CALLERS} and (rolsuper or rolbypassrls or rolcreaterole or rolcanlogin)`,
    breaches: [
      ['grant create on schema public to anon', 'anon: create in public'],
      [
        'alter table private.customers owner to authenticated',
        'authenticated: owns private.customers',
      ],
      ['grant service_role to authenticated', 'authenticated: is service_role'],
      ['alter role anon bypassrls', 'anon: past row level security'],
    ],
  },
]
