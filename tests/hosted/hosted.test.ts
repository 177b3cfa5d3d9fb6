/*
 * Our migrations on a Postgres that is set up as a hosted project, pushed by the Supabase CLI as a role
 * that is no superuser, with PostgREST as `authenticator` in front.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { postJson } from '#tests/support/shop-server.ts'
import { type Api, serveHostedApi } from '#tools/hosted-postgres/hosted-api.ts'
import {
  addAdminUser,
  type HostedProject,
  openHostedProject,
} from '#tools/hosted-postgres/hosted-project.ts'
import type { ScratchDatabase } from '#tools/postgres/scratch-database.ts'
import { type CliResult, runSupabase } from '#tools/supabase-cli.ts'
import { openTemplateDatabase } from '../support/template-database.ts'
import { grantsQuery } from './grants.ts'

/** Whether the server must have what npm cannot bring: `npm run test:hosted`. */
const isComplete = process.env['HOSTED_LIBRARIES'] === 'required'

const PUSH = ['db', 'push']
const root = new URL('../../', import.meta.url)

let project: HostedProject
let api: Api
let firstPush: CliResult

beforeAll(async () => {
  project = await openHostedProject()
  firstPush = await runSupabase(PUSH, project.databaseUrl)
  api = await serveHostedApi(project)
}, 120_000)
afterAll(async () => {
  await api?.close()
  await project?.close()
})

test('db push applies every migration, as a role that is no superuser', async () => {
  expect(firstPush.code, firstPush.messages).toBe(0)
  const files = readdirSync(new URL('supabase/migrations/', root)).filter((name) =>
    name.endsWith('.sql'),
  )
  expect(await appliedVersions()).toEqual(files.map((name) => name.split('_')[0]).sort())
  const [role] = await project.asPostgres<{ rolsuper: boolean }>(
    'select rolsuper from pg_roles where rolname = current_user',
  )
  expect(role).toEqual({ rolsuper: false })
})

test('a second db push finds nothing to do', async () => {
  const { code, output } = await runSupabase(PUSH, project.databaseUrl)
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('is up to date') })
})

test('the CLI has no complaint about supabase/config.toml', () => {
  expect(firstPush.messages).not.toMatch(/deprecated|WARN/)
})

describe('whatever the defaults of the host granted', () => {
  let local: ScratchDatabase

  beforeAll(async () => {
    local = await openTemplateDatabase()
  })
  afterAll(() => local?.close())

  test('callers may do what they may on the local backend', async () => {
    const { rows } = await local.query(grantsQuery)
    expect(rows.length).toBeGreaterThan(0)
    expect((await project.superuser.query(grantsQuery)).rows).toEqual(rows)
  })

  test('and so where new projects grant nothing', async () => {
    const later = await openHostedProject({ grantsByDefault: false })
    try {
      await later.asPostgres('create table public.granted_to_nobody ()')
      const { rows: own } = await later.superuser.query(
        "select has_table_privilege('anon', 'public.granted_to_nobody', 'select') as may",
      )
      expect(own).toEqual([{ may: false }])
      await later.asPostgres('drop table public.granted_to_nobody')
      const { code, messages } = await runSupabase(PUSH, later.databaseUrl)
      expect(code, messages).toBe(0)
      const isCallers = ({ role }: { role: string }) => role !== 'service_role'
      const { rows } = await later.superuser.query(grantsQuery)
      expect(rows.filter(isCallers)).toEqual(
        (await local.query<{ role: string }>(grantsQuery)).rows.filter(isCallers),
      )
      // The program that sends notices needs no more.
      expect(rows.filter((row) => !isCallers(row))).toEqual([
        { role: 'service_role', may: 'execute claim_notices(jsonb)' },
        { role: 'service_role', may: 'execute report_notices(jsonb)' },
        { role: 'service_role', may: 'usage on schema public' },
      ])
    } finally {
      await later.close()
    }
  }, 120_000)
})

test('the documented SQL adds the admin, and fails where it finds nobody', async () => {
  const { email } = await addAdminUser(project)
  const [, sql = ''] =
    /```sql\n(.*?)```/s.exec(readFileSync(new URL('docs/publishing.md', root), 'utf8')) ?? []
  await expect(project.asPostgres(sql)).rejects.toThrow('No user has this e-mail')
  await project.asPostgres(sql.replace('admin@your-domain', email))
  expect(await project.asPostgres('select count(*) from private.store_admins')).toEqual([
    { count: '1' },
  ])
})

test('the first order of a customer is placed through the API', async () => {
  const { status, body } = await callApi('place_order', { p: aNewOrder() })
  expect({ status, body }).toMatchObject({ status: 201, body: { ok: true, replay: false } })
  expect(await project.asPostgres('select customers from private.customer_total')).toEqual([
    { customers: '1' },
  ])
})

describe.runIf(isComplete)('with the libraries of a hosted project', () => {
  test('the server has them', () => {
    expect(project.loaded).toEqual({ safeupdate: true, plpgsqlCheck: true })
  })

  test('safeupdate refuses an UPDATE without WHERE to the API, inside a function', async () => {
    await project.asPostgres(`
      create function public.unfiltered() returns void
      language sql security definer set search_path = '' as $$
        update private.customer_changes set customers = 0
      $$;
      grant execute on function public.unfiltered() to anon`)
    const refused = {
      status: 400,
      body: { code: '21000', message: 'UPDATE requires a WHERE clause' },
    }
    // PostgREST has to read the schema again first.
    await expect.poll(() => callApi('unfiltered', {}), { timeout: 20_000 }).toMatchObject(refused)
    await project.asPostgres('drop function public.unfiltered()')
  })

  test('db lint finds nothing', async () => {
    // Of pg_net, which a hosted project has.
    await project.asPostgres('create schema net')
    await project.asPostgres(
      'create table net._http_response (status_code int, content text, error_msg text, created timestamptz)',
    )
    const { code, output, messages } = await runSupabase(
      ['db', 'lint', '--level', 'warning', '--fail-on', 'warning'],
      project.databaseUrl,
    )
    expect(code, output + messages).toBe(0)
    expect(messages).toContain('No schema errors found')
  })
})

async function appliedVersions(): Promise<string[]> {
  const rows = await project.asPostgres<{ version: string }>(
    'select version from supabase_migrations.schema_migrations order by version',
  )
  return rows.map(({ version }) => version)
}

async function callApi(name: string, values: object): Promise<{ status: number; body: unknown }> {
  const response = await postJson(`${api.url}/rest/v1/rpc/${name}`, values)
  return { status: response.status, body: await response.json() }
}
