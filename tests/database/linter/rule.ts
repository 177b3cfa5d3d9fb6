/*
 * The rules of Supabase's own linter (github.com/supabase/splinter; the numbers are its own) and some
 * of ours, asked of Postgres's catalogue tables. Theirs skip what only the database owner can access; these do not.
 */
export type Rule = {
  /** What is true of the shop. */
  fact: string
  /** What would break it, each with what is then found. */
  breaches: [sql: string, found: string][]
} & Search

type Search =
  /** Finds what breaks it: rows with one column, `breach`. */
  | { query: string }
  /** For what one query cannot find. */
  | { find(sql: RunSql): Promise<string[]> }

type RunSql = <Row>(sql: string) => Promise<Row[]>

export async function breachesOf(rule: Rule, sql: RunSql): Promise<string[]> {
  if ('find' in rule) return rule.find(sql)
  return (await sql<{ breach: string }>(rule.query)).map(({ breach }) => breach)
}

/** What our migrations fill. `auth` and `extensions` are the host's. */
export const OURS = "('public', 'private')"

/** What has a path in the API. */
export const EXPOSED = "('public')"

/** The roles of whoever calls. */
export const CALLERS = "('anon', 'authenticated')"
