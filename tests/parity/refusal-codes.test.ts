/* The codes that the browser takes for a refusal are those that the database refuses with. */
import { expect, test } from 'vitest'
import { REFUSAL_CODES } from '#api/refusal.ts'
import { openDatabase } from '#tests/support/database.ts'

const { sql } = openDatabase()

/** What customers' functions call for an admin only. */
const OF_ADMINS = ['book_order', 'read_advance']

test('rule 5.8: the browser knows the codes of every function that customers call, and no others', async () => {
  const rows = await sql<{ name: string; source: string; isRoot: boolean }>(
    `select proname as name, prosrc as source,
       prorettype = 'trigger'::regtype or has_function_privilege('anon', oid, 'execute') as "isRoot"
     from pg_proc
     where pronamespace::regnamespace::text in ('public', 'private') and proname <> all ($1)`,
    [OF_ADMINS],
  )
  const reached = new Set(rows.filter(({ isRoot }) => isRoot))
  // Grows while it is read: what a function calls is reached as well.
  for (const { source } of reached) {
    for (const row of rows) if (source.includes(`private.${row.name}(`)) reached.add(row)
  }
  const codes = [...reached].flatMap(({ source }) =>
    [
      ...source.matchAll(/private\.(?:refuse|refuse_change)\('(\w+)'/g),
      ...source.matchAll(/"code": "(\w+)"/g),
    ].map(([, code]) => code),
  )
  expect([...new Set(codes)].sort()).toEqual([...REFUSAL_CODES].sort())
})
