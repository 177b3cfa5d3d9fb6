/* How this process connects to a database that its URL names. */
import type pg from 'pg'
import { NO_URL } from '../migrations/cli-problem.ts'
import { UserError } from '../user-error.ts'

/** Encrypted unless the database is on this machine; `sslmode` in the URL decides instead where it is set. */
export function connectionOf(databaseUrl: string): pg.ClientConfig {
  const url = URL.parse(databaseUrl)
  if (!url) throw new UserError(NO_URL)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (!isHere && !url.searchParams.has('sslmode')) url.searchParams.set('sslmode', 'require')
  // As libpq's: Supabase signs with a root of its own, which the driver's `require` refuses.
  if (url.searchParams.get('sslmode') === 'require') url.searchParams.set('uselibpqcompat', 'true')
  return { connectionString: url.href }
}
