/*
 * The rules of Supabase's own linter (github.com/supabase/splinter; the numbers are its own) and some
 * of ours, asked of Postgres's catalogue tables. Theirs spare what only the owner reaches; these do not.
 */
export interface Rule {
  /** What is true of the shop. */
  fact: string
  /** Finds what breaks it: rows with one column, `breach`. */
  query: string
  /** What would break it, each with what is then found. */
  breaches: [sql: string, found: string][]
}

type Ask = (sql: string) => Promise<{ breach: string }[]>

export async function breachesOf(rule: Rule, asOwner: Ask): Promise<string[]> {
  return (await asOwner(rule.query)).map(({ breach }) => breach)
}

/** What our migrations fill. `auth` and `extensions` are the host's. */
export const OURS = "('public', 'private')"

/** What has an address in the API. */
export const EXPOSED = "('public')"

/** The roles of whoever calls. */
export const CALLERS = "('anon', 'authenticated')"
