/* What callers and admins may do, as the database has it, where its URL was given. Reads only. */
import { parseJson } from '#kit/json.ts'
import { cliProblem } from '../migrations/cli-problem.ts'
import { runSupabase } from '../supabase-cli.ts'
import { UserError } from '../user-error.ts'
import type { Guarantee } from './project.ts'

interface Roles {
  /** Such as `anon statement_timeout=3s`. */
  settings: string[]
  /** Schemas of ours that callers may use or create in, such as `anon: private`. */
  schemas: string[]
  /** The e-mail of each admin. */
  admins: string[]
  /** Since when notices stand still. */
  standing: { stoppedAt: string; reason: string | null } | null
  /** Whether anything ever called for notices, or nobody is to be told. */
  isCalled: boolean
  hasCron: boolean
}

const QUERY = `
  with callers as (
    select oid, rolname, rolconfig from pg_roles where rolname in ('anon', 'authenticated')
  )
  select json_build_object(
    'settings', (
      select coalesce(json_agg(rolname || ' ' || setting), '[]')
      from callers, unnest(rolconfig) as setting
    ),
    'schemas', (
      select coalesce(json_agg(rolname || ': ' || nspname order by rolname, nspname), '[]')
      from callers, pg_namespace
      where nspname = 'private' and has_schema_privilege(callers.oid, pg_namespace.oid, 'usage')
        or nspname in ('public', 'private')
          and has_schema_privilege(callers.oid, pg_namespace.oid, 'create')
    ),
    'admins', (
      select coalesce(json_agg(coalesce(email, user_id::text) order by email), '[]')
      from private.store_admins left join auth.users on users.id = user_id
    ),
    'standing', private.standing_notices(),
    'isCalled', (select claimed_at is not null from private.notice_settings)
      or not exists (select from private.notice_targets),
    'hasCron', to_regclass('cron.job') is not null
  ) as roles`

const JOBS = "select coalesce(json_agg(jobname), '[]') as jobs from cron.job"

const CALLERS = ['anon', 'authenticated']

export function roleGuarantees(databaseUrl: string): Guarantee[] {
  let found: Promise<Roles> | undefined
  const read = () => {
    found ??= readRoles(databaseUrl)
    return found
  }
  return [
    {
      says: 'Every request of a caller ends by itself, and its plan is made once',
      remedy: '',
      async passes() {
        const { settings } = await read()
        const sentences = CALLERS.flatMap((caller) => missingSettings(caller, settings))
        return sentences.length === 0 || sentences.join('\n          ')
      },
    },
    {
      says: 'No caller may use the schema private, or create anything',
      remedy: '',
      async passes() {
        const { schemas } = await read()
        if (schemas.length === 0) return true
        return `Rights that nobody needs: ${schemas.join(', ')}. Revoke them: revoke usage, create on schema … from …;`
      },
    },
    {
      says: 'One user is the admin',
      remedy: '',
      async passes() {
        const { admins } = await read()
        if (admins.length === 1) return true
        return admins.length === 0
          ? 'There is none: docs/publishing.md, step 2, has the SQL that adds the admin.'
          : `Admins are ${admins.join(' and ')}: each reads every order. Remove who is not yours: delete from private.store_admins where user_id = (select id from auth.users where email = '…');`
      },
    },
    {
      says: 'Notices go out',
      remedy: '',
      async passes() {
        const { standing, isCalled } = await read()
        if (!standing && !isCalled) {
          return 'Somebody is to be told, and nothing has called the outbox yet: docs/publishing.md, step 5.'
        }
        if (!standing) return true
        const { stoppedAt, reason } = standing
        return `They stand still since ${stoppedAt}: ${reason ?? 'nothing calls the Edge Function "outbox"'}. docs/publishing.md, step 5 and "Change a key".`
      },
    },
    {
      says: 'What pg_cron notes of each run is deleted',
      remedy:
        'It grows by 240 MB a year: docs/publishing.md, step 5, has the statement that makes the job "forget_runs".',
      async passes() {
        if (!(await read()).hasCron) return true
        const { jobs } = await readRow<{ jobs: string[] }>(databaseUrl, JOBS)
        return !jobs.includes('outbox') || jobs.includes('forget_runs')
      },
    },
  ]
}

/** A sentence for each, with the statement that sets it. */
function missingSettings(caller: string, settings: readonly string[]): string[] {
  const settingOf = (name: string) =>
    settings
      .map((setting) => setting.split(`${caller} ${name}=`))
      .find(([before, value]) => before === '' && value !== undefined)?.[1]
  const timeout = settingOf('statement_timeout')
  return [
    ...(timeout === undefined || /^0(?!\.)/.test(timeout)
      ? [`alter role ${caller} set statement_timeout = '${caller === 'anon' ? '3s' : '8s'}';`]
      : []),
    ...(settingOf('plan_cache_mode') === 'force_generic_plan'
      ? []
      : [`alter role ${caller} set plan_cache_mode = 'force_generic_plan';`]),
  ].map((statement) => `A pattern that is slow makes others wait. Run: ${statement}`)
}

async function readRoles(databaseUrl: string): Promise<Roles> {
  const { roles } = await readRow<{ roles: Roles }>(databaseUrl, QUERY)
  return roles
}

async function readRow<Row>(databaseUrl: string, sql: string): Promise<Row> {
  const command = ['db', 'query', '--read-only', '--output-format', 'json', sql]
  const { code, output, messages } = await runSupabase(command, databaseUrl)
  if (code !== 0) throw new UserError(cliProblem(output + messages))
  const [row] = parseJson(output) as [Row]
  return row
}
