/* What a project has set that a pending migration takes away. */
import { parseJson } from '#kit/json.ts'
import { runSupabase } from '../supabase-cli.ts'
import { UserError } from '../user-error.ts'
import { cliProblem } from './cli-problem.ts'

/** It made the settings of notices. */
const OUTBOX = '20261125183000'
/** It leaves push alone. */
const PUSH_ALONE = '20261127152451'

const QUERY = `select concat_ws(', ',
  (select string_agg(case way when 'ntfy' then 'the topic' else 'the form service' end, ', ' order by way desc)
    from private.notice_targets where way in ('ntfy', 'form')),
  (select format('the quiet hours from %s:00 to %s:00', quiet_from, quiet_until)
    from private.notice_settings where quiet_from <> quiet_until),
  (select 'the kinds that were off (' || array_to_string(kinds_off, ', ') || ')'
    from private.notice_settings where kinds_off <> '{}')) as dropped`

/** A sentence for the admin, or undefined. `versions` are those of the migrations that the project has applied. */
export async function describeDropped(
  versions: readonly string[],
  databaseUrl: string | undefined,
): Promise<string | undefined> {
  if (!versions.includes(OUTBOX) || versions.includes(PUSH_ALONE)) return undefined
  const command = ['db', 'query', '--read-only', '--output-format', 'json', QUERY]
  const { code, output, messages } = await runSupabase(command, databaseUrl)
  if (code !== 0) throw new UserError(cliProblem(output + messages))
  const [{ dropped }] = parseJson(output) as [{ dropped: string }]
  if (!dropped) return undefined
  return `Notices go to devices alone, at any hour and of every kind. Gone: ${dropped}. "Tell this device" under Settings in the admin adds a device.`
}
