import { describe, expect, test } from 'vitest'
import { adminFunctionNames, OUTBOX_FUNCTIONS } from '#tools/check-hosted/admin-functions.ts'
import { customerFunctionNames } from '#tools/check-hosted/data-guarantees.ts'
import { openDatabase } from '../support/database.ts'

const { sql } = openDatabase()

/** The schemas that our migrations fill. `auth` and `extensions` are the host's. */
const ours = "('public', 'private')"

// tests/database/linter.test.ts has their rights to tables, columns and schemas.
describe('what the API roles may do, in full', () => {
  test.each([
    ['anon', customerFunctionNames.map((name) => `public.${name}`)],
    [
      'authenticated',
      [
        ...[...adminFunctionNames, ...customerFunctionNames].map((name) => `public.${name}`),
        'private.is_admin',
      ],
    ],
  ])('to functions: %s', async (role, functions) => {
    const rows = await sql<{ name: string }>(
      `select pronamespace::regnamespace || '.' || proname as name from pg_proc
       where pronamespace::regnamespace::text in ${ours}
         and has_function_privilege($1, oid, 'execute')
       order by 1`,
      [role],
    )
    expect(rows.map((row) => row.name)).toEqual(functions.toSorted())
  })

  test('to the outbox: nothing, but for the role of the program that sends', async () => {
    const rows = await sql<{ name: string; may: boolean }>(
      `select role || ' ' || name as name, bool_or(has_function_privilege(role, oid, 'execute')) as may
       from pg_proc join unnest($1::text[]) as name on proname = name,
         unnest(array['anon', 'authenticated', 'service_role']) as role
       group by 1 having bool_or(has_function_privilege(role, oid, 'execute')) order by 1`,
      [OUTBOX_FUNCTIONS],
    )
    expect(rows.map(({ name }) => name)).toEqual(
      OUTBOX_FUNCTIONS.map((name) => `service_role ${name}`),
    )
  })

  test('to sequences: nothing', async () => {
    const rows = await sql(`
      select role, oid::regclass from pg_class, unnest(array['anon', 'authenticated']) as role
      where relkind = 'S' and relnamespace::regnamespace::text in ${ours}
        and has_sequence_privilege(role, oid, 'usage, select, update')
    `)
    expect(rows).toEqual([])
  })
})

// tests/database/linter.test.ts has what every table and function must have to be safe.
test('every table, type and function is commented', async () => {
  const rows = await sql(`
    select oid::regclass::text as object from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text in ${ours}
      and obj_description(oid, 'pg_class') is null
    union all
    select oid::regtype::text from pg_type
    where (typtype = 'e' or typrelid in (select oid from pg_class where relkind = 'c'))
      and typnamespace::regnamespace::text in ${ours}
      and obj_description(oid, 'pg_type') is null
    union all
    select oid::regprocedure::text from pg_proc
    where pronamespace::regnamespace::text in ${ours} and obj_description(oid, 'pg_proc') is null
  `)
  expect(rows).toEqual([])
})

describe('every function', () => {
  test('runs with the rights of its caller, but for those of API and outbox and one that asks for an admin', async () => {
    const rows = await sql<{ name: string }>(`
      select pronamespace::regnamespace || '.' || proname as name from pg_proc
      where pronamespace::regnamespace::text in ${ours} and prosecdef order by 1
    `)
    expect(rows.map((row) => row.name)).toEqual(
      [
        ...[...adminFunctionNames, ...customerFunctionNames, ...OUTBOX_FUNCTIONS].map(
          (name) => `public.${name}`,
        ),
        'private.is_admin',
      ].toSorted(),
    )
  })

  test('that anybody may call ends by itself after three seconds, most after one', async () => {
    const rows = await sql<{ name: string; timeout: string | null }>(`
      select proname as name, (
        select substring(setting from '^statement_timeout=(.*)$') from unnest(proconfig) as setting
        where setting like 'statement_timeout=%'
      ) as timeout
      from pg_proc where pronamespace = 'public'::regnamespace
        and has_function_privilege('anon', oid, 'execute')
      order by 1
    `)
    const threeSeconds = [
      ...['cancel_order', 'change_order', 'confirm_order', 'place_order', 'request_help'],
      'send_message',
    ]
    expect(rows).toEqual(
      customerFunctionNames
        .toSorted()
        .map((name) => ({ name, timeout: threeSeconds.includes(name) ? '3s' : '1s' })),
    )
  })

  test('is planned once for every value: a pattern of a caller is not computed for an estimate', async () => {
    const rows = await sql(`
      select rolname from pg_roles where rolname in ('anon', 'authenticated')
        and rolconfig @> '{plan_cache_mode=force_generic_plan}' order by 1
    `)
    expect(rows).toEqual([{ rolname: 'anon' }, { rolname: 'authenticated' }])
  })

  test('of the API is called by POST only: none is declared read-only', async () => {
    const rows = await sql(`
      select proname from pg_proc
      where pronamespace = 'public'::regnamespace and provolatile <> 'v'
    `)
    expect(rows).toEqual([])
  })
})
