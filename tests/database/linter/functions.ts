import { CALLERS, OURS, type Rule } from './rule.ts'

const callable = `exists (
  select from unnest(array['anon', 'authenticated']) as caller
  where has_function_privilege(caller, known.oid, 'execute')
)`

/** They check their caller by other means than being an admin: tests/database. */
const CHECK_CALLER = `(
  'is_admin', 'place_order', 'get_order', 'track_order', 'find_order', 'change_order', 'cancel_order',
  'request_help', 'confirm_order', 'send_message', 'report_unsent_copy'
)`

export const functionRules: Rule[] = [
  {
    fact: '0011 every function has an empty search path',
    query: `
      select known.oid::regprocedure::text as breach from pg_proc as known
      where pronamespace::regnamespace::text in ${OURS}
        and not coalesce(proconfig @> array['search_path=""'], false)`,
    breaches: [
      [
        'create function private.bad() returns integer language sql as $$ select 1 $$',
        'private.bad()',
      ],
      [
        'create function private.bad() returns integer language sql set search_path = public as $$ select 1 $$',
        'private.bad()',
      ],
      ['alter function public.place_order(jsonb) reset search_path', 'place_order(jsonb)'],
    ],
  },
  {
    fact: 'a function that anybody may call with the rights of its owner asks first who calls',
    query: `
      select known.oid::regprocedure::text as breach from pg_proc as known
      where pronamespace::regnamespace::text in ${OURS} and prosecdef and ${callable}
        and proname not in ${CHECK_CALLER}
        and prosrc !~ '^\\s*(declare.*)?begin\\s+perform private\\.require_admin\\(\\);'`,
    breaches: [
      [
        `create function private.bad() returns bigint language sql security definer set search_path = ''
         as $$ select count(*) from public.orders $$;
         grant execute on function private.bad() to anon`,
        'private.bad()',
      ],
      [
        `create function private.bad() returns bigint language plpgsql security definer set search_path = ''
         as $$ begin perform 1; perform private.require_admin(); return 1; end $$;
         grant execute on function private.bad() to authenticated`,
        'private.bad()',
      ],
    ],
  },
  {
    fact: 'no function, table or sequence is for everybody',
    query: `
      select object as breach from (
        select oid::regprocedure::text as object, pronamespace as namespace,
          coalesce(proacl, acldefault('f', proowner)) as rights
        from pg_proc
        union all
        select oid::regclass::text, relnamespace,
          coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner))
        from pg_class where relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      ) as known
      where namespace::regnamespace::text in ${OURS}
        and exists (select from aclexplode(rights) where grantee = 0)`,
    breaches: [
      ['grant execute on function private.recount_orders() to public', 'private.recount_orders()'],
      ['grant select on private.customers to public', 'private.customers'],
      ['create sequence public.bad; grant usage on sequence public.bad to public', 'bad'],
    ],
  },
  {
    fact: 'what a later migration creates is for nobody until it is granted',
    query: `
      select format('%s of %s', defaclobjtype, coalesce(defaclnamespace::regnamespace::text, 'all'))
        as breach
      from pg_default_acl, aclexplode(defaclacl)
      where defaclrole = 'postgres'::regrole
        and (defaclnamespace = 0 or defaclnamespace::regnamespace::text in ${OURS})
        and (grantee = 0 or grantee::regrole::text in ${CALLERS})`,
    breaches: [
      [
        'alter default privileges for role postgres in schema public grant select on tables to anon',
        'r of public',
      ],
      [
        'alter default privileges for role postgres in schema private grant execute on functions to authenticated',
        'f of private',
      ],
      [
        'alter default privileges for role postgres in schema private grant execute on functions to public',
        'f of private',
      ],
    ],
  },
  {
    fact: 'a new function is not for everybody, as Postgres has it',
    query: `
      select 'functions of all' as breach where not exists (
        select from pg_default_acl
        where defaclrole = 'postgres'::regrole and defaclobjtype = 'f' and defaclnamespace = 0
      )`,
    breaches: [
      [
        'alter default privileges for role postgres grant execute on functions to public',
        'functions of all',
      ],
    ],
  },
]
