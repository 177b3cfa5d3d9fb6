/*
 * Supabase's own linter on this database, and what it does not ask: rights, and every write with a WHERE. It skips
 * what the API does not expose.
 */
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { adminFunctionNames } from '#tools/check-hosted/admin-functions.ts'
import { runSupabase } from '#tools/supabase-cli.ts'
import { openTemplateDatabase } from '../support/template-database.ts'

/** What our migrations fill. `auth` and `extensions` are the host's. */
const OURS = "('public', 'private')"
const CALLERS = "array['anon', 'authenticated']"

let database: Awaited<ReturnType<typeof openTemplateDatabase>>

beforeAll(async () => {
  database = await openTemplateDatabase()
})
afterAll(() => database?.close())

test('the linter of Supabase finds no problem', async () => {
  const { host, port, user } = inject('postgres')
  const relay = await relayTo(`${host}/.s.PGSQL.${port}`)
  const url = `postgresql://${user}@127.0.0.1:${portOf(relay)}/${database.name}?sslmode=disable`
  const { code, output, messages } = await runSupabase(
    ['db', 'advisors', '--type=all', '--level=info', '--output=json'],
    url,
  )
  relay.close()
  expect(code, messages).toBe(0)
  const found: { name: string; detail: string }[] = JSON.parse(output)
  // A new database has used no index.
  expect(found.filter(({ name }) => name !== 'unused_index')).toEqual([])
})

test.each([
  [
    'every table has row level security and a policy, those outside the API as well',
    `select oid::regclass::text as found from pg_class
     where relkind in ('r', 'p') and relnamespace::regnamespace::text in ${OURS}
       and not (relrowsecurity and exists (select from pg_policy where polrelid = pg_class.oid))`,
  ],
  [
    'a policy that opens something opens it to admins, and asks once a statement',
    `select policyname as found from pg_policies
     where schemaname in ${OURS} and qual is distinct from 'false' and (
       roles <> array['authenticated']::name[] or cmd <> 'SELECT'
       -- What Postgres prints of "(select f())".
       or qual !~ '^\\(?\\( SELECT private\\.is_admin\\(\\) AS is_admin\\)'
     )`,
  ],
  [
    'B03 B04 B05 B06 C26 C27 callers write no table and read no table but orders, and those only when signed in',
    `select format('%s: %s %s', caller, privilege, oid::regclass) as found
     from pg_class, unnest(${CALLERS}) as caller,
       unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as privilege
     where relkind in ('r', 'p', 'v', 'm', 'f') and relnamespace::regnamespace::text in ${OURS}
       and (caller, privilege, oid) <> ('authenticated', 'select', 'public.orders'::regclass)
       and case when privilege in ('select', 'insert', 'update', 'references')
         then has_any_column_privilege(caller, oid, privilege)
         else has_table_privilege(caller, oid, privilege)
       end`,
  ],
  [
    'callers make nothing, own nothing, and become nobody else',
    `select format('%s: create in %s', caller, nspname) as found
     from pg_namespace, unnest(${CALLERS}) as caller
     where has_schema_privilege(caller, oid, 'create')
     union all
     select format('%s: owns %s', relowner::regrole, oid::regclass) from pg_class
     where relowner::regrole::text = any (${CALLERS})
     union all
     select format('%s: is %s', member::regrole, roleid::regrole) from pg_auth_members
     where member::regrole::text = any (${CALLERS})
     union all
     select rolname || ': past row level security' from pg_roles
     where rolname = any (${CALLERS}) and (rolsuper or rolbypassrls or rolcreaterole or rolcanlogin)`,
  ],
  [
    'no function, table or sequence is for everybody',
    `select object as found from (
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
  ],
  [
    'what a later migration creates is for nobody until it is granted',
    `select format('%s of %s', defaclobjtype, coalesce(defaclnamespace::regnamespace::text, 'all')) as found
     from pg_default_acl, aclexplode(defaclacl)
     where defaclrole = 'postgres'::regrole
       and (defaclnamespace = 0 or defaclnamespace::regnamespace::text in ${OURS})
       and (grantee = 0 or grantee::regrole::text = any (${CALLERS}))
     union all
     -- As Postgres has it, a new function is for everybody.
     select 'functions of all' where not exists (
       select from pg_default_acl
       where defaclrole = 'postgres'::regrole and defaclobjtype = 'f' and defaclnamespace = 0
     )`,
  ],
  [
    'every function has an empty search path',
    `select oid::regprocedure::text as found from pg_proc
     where pronamespace::regnamespace::text in ${OURS}
       and not coalesce(proconfig @> array['search_path=""'], false)`,
  ],
  [
    'there is no second API, and nothing is broadcast as it changes',
    `select extname as found from pg_extension where extname = 'pg_graphql'
     union all
     select nspname from pg_namespace where nspname like 'graphql%'
     union all
     select pubname || ': ' || tablename from pg_publication_tables where schemaname in ${OURS}`,
  ],
])('%s', async (_, query) => {
  expect((await database.query<{ found: string }>(query)).rows).toEqual([])
})

test('a function of the admin asks first who calls', async () => {
  const { rows } = await database.query<{ name: string }>(
    `select proname as name from pg_proc
     where pronamespace = 'public'::regnamespace
       and prosrc ~ '^\\s*(declare.*)?begin\\s+perform private\\.require_admin\\(\\);'`,
  )
  expect(rows.map(({ name }) => name).sort()).toEqual(adminFunctionNames.toSorted())
})

// The safeupdate extension of a hosted project refuses others, also in functions and triggers.
test('every update and delete has a WHERE, in functions as well', () => {
  const supabase = new URL('../../supabase/', import.meta.url)
  const files = readdirSync(supabase, { recursive: true, encoding: 'utf8' })
  const found = files
    .filter((name) => name.endsWith('.sql'))
    .flatMap((name) => unfilteredWrites(readFileSync(new URL(name, supabase), 'utf8')))
  expect(found).toEqual([])
  expect(
    unfilteredWrites('update a set b = 1; with gone as (delete from c returning d) select 1'),
  ).toEqual(['update a set b = 1', 'delete from c '])
})

/** A write ends with its statement, or with what it returns. */
function unfilteredWrites(sql: string): string[] {
  const writes = sql
    .replaceAll(/--.*|\/\*[\s\S]*?\*\//g, '')
    .matchAll(
      /\b(?:delete\s+from|update\s+[\w.]+(?:\s+as\s+\w+)?\s+set)\b(?:(?!\breturning\b)[^;])*/gi,
    )
  return [...writes].map(([write]) => write).filter((write) => !/\bwhere\b/i.test(write))
}

/** The CLI connects to a port, and the server of the tests has a socket. */
async function relayTo(socket: string): Promise<Server> {
  const relay = createServer((client) => {
    const server = connect(socket)
    client.on('error', () => server.destroy()).pipe(server)
    server.on('error', () => client.destroy()).pipe(client)
  })
  await once(relay.listen(0, '127.0.0.1'), 'listening')
  return relay
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}
