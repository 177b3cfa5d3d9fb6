/* What `npm run check:hosted` finds in the database itself, on a Postgres that is set up as a hosted project. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleGuarantees } from '#tools/check-hosted/role-guarantees.ts'
import { schemaGuarantees } from '#tools/check-hosted/schema-guarantees.ts'
import {
  addAdminUser,
  type HostedProject,
  openHostedProject,
} from '#tools/hosted-postgres/hosted-project.ts'
import { runSupabase } from '#tools/supabase-cli.ts'

/** As the outbox does each minute. */
const CALLED = 'update private.notice_settings set claimed_at = now() where true'

let project: HostedProject
let first: string

beforeAll(async () => {
  project = await openHostedProject()
  const { code, messages } = await runSupabase(['db', 'push'], project.databaseUrl)
  expect(code, messages).toBe(0)
  await project.asPostgres(CALLED)
  first = await addAdmin((await addAdminUser(project)).email)
}, 120_000)
afterAll(() => project?.close())

test('a project as its migrations make it keeps every promise', async () => {
  expect(await problems()).toEqual([])
}, 60_000)

test.each([
  [
    'a role without a limit of time',
    "alter role anon set statement_timeout = '0'",
    "alter role anon set statement_timeout = '3s'",
    /alter role anon set statement_timeout/,
  ],
  [
    'a role that plans for each value',
    'alter role authenticated reset plan_cache_mode',
    'alter role authenticated set plan_cache_mode = force_generic_plan',
    /alter role authenticated set plan_cache_mode/,
  ],
  [
    'a right on the schema private',
    'grant usage on schema private to anon',
    'revoke usage on schema private from anon',
    /anon: private/,
  ],
  [
    'an index that is gone',
    'drop index public.orders_date_idx',
    'create index orders_date_idx on public.orders (date desc, id desc)',
    /index public\.orders_date_idx is missing/,
  ],
  [
    'a constraint of a hand',
    `alter table private.couriers drop constraint couriers_id_check;
     alter table private.couriers add constraint couriers_id_check check (id <> '')`,
    `alter table private.couriers drop constraint couriers_id_check;
     alter table private.couriers add constraint couriers_id_check check (id ~ '^[a-z0-9-]{1,40}$')`,
    /constraint couriers_id_check on private\.couriers is not what the migrations define/,
  ],
  [
    'a table without row level security',
    'alter table public.orders disable row level security',
    'alter table public.orders enable row level security',
    /row level security of public\.orders is not what the migrations define/,
  ],
  [
    'a policy of a hand',
    'create policy everyone on public.orders for select to anon using (true)',
    'drop policy everyone on public.orders',
    /policy everyone on public\.orders is in no migration/,
  ],
  [
    'an outbox that is not emptied any more',
    `insert into private.notice_targets (way) values ('build');
     update private.notice_settings set claimed_at = '2026-11-20 09:05+00' where true`,
    `${CALLED}; delete from private.notice_targets`,
    /since 2026-11-20T09:05:00.*nothing calls the Edge Function/,
  ],
  [
    'an outbox that was never called',
    `insert into private.notice_targets (way) values ('build');
     update private.notice_settings set claimed_at = null where true`,
    `${CALLED}; delete from private.notice_targets`,
    /nothing has called the outbox yet/,
  ],
])(
  '%s is named',
  async (_, breaking, back, sentence) => {
    await project.asPostgres(breaking)
    expect(await problems()).toEqual([expect.stringMatching(sentence)])
    await project.asPostgres(back)
  },
  60_000,
)

test('a job each minute whose runs are kept for ever is named', async () => {
  const jobs = (names: string) =>
    project.asPostgres(`
      create schema if not exists cron;
      create table if not exists cron.job (jobname text);
      delete from cron.job;
      insert into cron.job select unnest('${names}'::text[])`)
  await jobs('{apply_retention}')
  expect(await problems()).toEqual([])
  await jobs('{apply_retention,outbox}')
  expect(await problems()).toEqual([false])
  await jobs('{apply_retention,outbox,forget_runs}')
  expect(await problems()).toEqual([])
}, 60_000)

test('every admin is named where there are two', async () => {
  await project.superuser.query("insert into auth.users (email) values ('zara@zulf.example')")
  await addAdmin('zara@zulf.example')
  expect(await problems()).toEqual([expect.stringContaining(`${first} and zara@zulf.example`)])
}, 60_000)

async function addAdmin(email: string): Promise<string> {
  await project.asPostgres(
    'insert into private.store_admins (user_id) select id from auth.users where email = $1',
    [email],
  )
  return email
}

async function problems(): Promise<unknown[]> {
  const { databaseUrl } = project
  const found: unknown[] = []
  for (const guarantee of [...schemaGuarantees(databaseUrl), ...roleGuarantees(databaseUrl)]) {
    // Nothing is asked over HTTP.
    const result = await guarantee.passes(undefined as never)
    if (result !== true) found.push(result)
  }
  return found
}
