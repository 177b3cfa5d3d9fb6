/*
 * Limits count what the check asks for. Where the database's URL is given they are set back, so that any number of
 * checks can follow each other. Requests of others in that half a minute are forgotten too.
 */
import pg from 'pg'
import { connectionOf } from '../postgres/connection.ts'

/** Reads the counts (supabase/schemas/shop/limits.sql). The function that is returned sets them back. */
export async function rememberCounts(databaseUrl: string): Promise<() => Promise<void>> {
  const before = await withDatabase(databaseUrl, async (database) => {
    const { rows } = await database.query<{ name: string; value: string }>(
      `select relname as name, coalesce(pg_sequence_last_value(oid), 1) as value from pg_class
      where relnamespace = 'private'::regnamespace and relkind = 'S' and relname ~ '^limit_[0-9]+$'`,
    )
    return rows
  })
  return () =>
    withDatabase(databaseUrl, async (database) => {
      await database.query(
        `select setval(sequence, value)
        from unnest($1::text[], $2::bigint[]) as before (name, value),
          cast('private.' || name as regclass) as sequence
        where pg_sequence_last_value(sequence) <> value`,
        [before.map(({ name }) => name), before.map(({ value }) => value)],
      )
    })
}

async function withDatabase<Result>(
  databaseUrl: string,
  work: (database: pg.Client) => Promise<Result>,
): Promise<Result> {
  const database = new pg.Client(connectionOf(databaseUrl))
  await database.connect()
  try {
    return await work(database)
  } finally {
    await database.end()
  }
}
