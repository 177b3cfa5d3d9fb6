/** What the Supabase CLI's messages mean to whoever set SUPABASE_DB_URL; else the messages. */
export function cliProblem(messages: string): string {
  const text = messages.trim()
  if (/28P01|password authentication failed/i.test(text)) return WRONG_PASSWORD
  if (/hostname resolving error|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT/.test(text))
    return UNREACHABLE
  return text
}

export const WRONG_PASSWORD =
  'The database refuses the password. In SUPABASE_DB_URL it is percent-encoded: @ is %40, # is %23, / is %2F. ' +
  'Project Settings > Database sets a new one.'

export const UNREACHABLE =
  'The database cannot be reached. Take the connection string of the session pooler (Connect > Session ' +
  'pooler): the direct one needs IPv6.'
