/* The counts of private.change_count(). A rollback does not undo them. */
import type { RunSql } from './run-sql.ts'

/** What is counted per client, with the greatest count that is not over its limit. */
export const MAX_COUNTS = {
  refused: 30,
  miss: 20,
  find: 20,
  message: 30,
  'refused-change': 30,
  watch: 100,
} as const

export type Purpose = keyof typeof MAX_COUNTS

/** The count of a client in the current window, or null where there is no room for it. */
export async function countOf(sql: RunSql, purpose: Purpose, client: string): Promise<unknown> {
  return change(sql, purpose, client, 0)
}

/** How many orders the database knows to be of a client. */
export async function savedBy(sql: RunSql, client: string): Promise<unknown> {
  const [row] = await sql(
    `select count(*)::integer from private.order_clients
     where client = private.hash_counted('client', $1)`,
    [client],
  )
  return row?.['count']
}

/** The number of clients with a count in one window. */
export async function countedClients(sql: RunSql): Promise<unknown> {
  const [row] = await sql(`
    select count(*)::integer from pg_sequences
    where schemaname = 'private' and sequencename like 'limit\\_%' and last_value & 511 > 0
  `)
  return row?.['count']
}

export async function setCount(sql: RunSql, purpose: Purpose, client: string, count: number) {
  await change(sql, purpose, client, -511)
  await change(sql, purpose, client, count)
}

/** Fills every entry of every set with clients at a limit. */
export async function fillCounts(sql: RunSql): Promise<void> {
  await sql(`
    select private.change_count('miss', 'full ' || nth, ${MAX_COUNTS.miss}, ${MAX_COUNTS.miss})
    from generate_series(1, 1500) as nth
  `)
}

/** Sets all counts back by one window of ten minutes. */
export async function letWindowPass(sql: RunSql): Promise<void> {
  await sql(`
    select setval(format('private.%I', sequencename)::regclass, last_value - (1::bigint << 40))
    from pg_sequences where schemaname = 'private' and sequencename like 'limit\\_%'
      and last_value is not null
  `)
  await sql('update private.wrong_finds set counted_in = counted_in - 1 where true')
  await sql('update private.order_keys set counted_in = counted_in - 1 where true')
}

/** Sets all counts to nothing. The view pg_sequences would say the same, and takes ten times as long. */
export async function forgetCounts(sql: RunSql): Promise<void> {
  await sql(`
    select setval(seqrelid::regclass, 1, false) from pg_sequence
    where seqrelid::regclass::text like 'private.limit\\_%'
      and pg_sequence_last_value(seqrelid::regclass) is not null
  `)
}

async function change(sql: RunSql, purpose: Purpose, client: string, by: number) {
  const [row] = await sql('select private.change_count($1, $2, $3, $4) as count', [
    purpose,
    client,
    by,
    MAX_COUNTS[purpose],
  ])
  return row?.['count']
}
