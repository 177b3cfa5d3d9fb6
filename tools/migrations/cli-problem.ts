import { isRecord, parseJson } from '#kit/json.ts'

/** What the Supabase CLI's messages mean to whoever set SUPABASE_DB_URL; else the messages. */
export function cliProblem(messages: string): string {
  const text = messages.trim()
  return KNOWN.find(([pattern]) => pattern.test(text))?.[1] ?? messageOf(text)
}

const NOT_LINKED =
  'Which project? Set SUPABASE_DB_URL to its database URL, or run `npx supabase link`.'

export const NO_URL =
  'The database URL cannot be read. In it the password is percent-encoded: @ is %40, # is %23, / is %2F, % is %25.'

const UNKNOWN_PROJECT =
  'The pooler does not know this project: copy the whole URL from Connect > Session pooler, and look whether the ' +
  'project is paused.'

const WRONG_PASSWORD =
  'The database refuses the password. In SUPABASE_DB_URL it is percent-encoded: @ is %40, # is %23, / is %2F. ' +
  'Project Settings > Database sets a new one.'

const UNREACHABLE =
  'The database cannot be reached. Take the connection string of the session pooler (Connect > Session ' +
  'pooler): the direct one needs IPv6.'

/** The pooler's refusals contain ENOTFOUND too. */
const KNOWN: [pattern: RegExp, sentence: string][] = [
  [/ProjectRefNotLinkedError|Cannot find project ref/, NOT_LINKED],
  [/DbConfigParseUrlError|failed to parse connection string/, NO_URL],
  [/tenant\/user \S+ not found|tenant or user not found|ENOIDENTIFIER/i, UNKNOWN_PROJECT],
  [/28P01|password authentication failed/i, WRONG_PASSWORD],
  [/hostname resolving error|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT/, UNREACHABLE],
]

/** Where JSON was asked for, the CLI prints an error as one line of it. */
function messageOf(text: string): string {
  const json = parseJson(/^\{.*\}$/m.exec(text)?.[0] ?? '')
  const error = isRecord(json) ? json['error'] : undefined
  return isRecord(error) && typeof error['message'] === 'string' ? error['message'] : text
}
