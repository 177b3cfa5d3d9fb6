/* The counts of private.change_count(). A rollback does not undo them. */
import type { Row } from './database.ts'

type RunSql = (sql: string, values?: unknown[]) => Promise<Row[]>

export type Purpose = 'change' | 'find' | 'find-order' | 'message' | 'miss' | 'place'

/** The count of a client in the current window. */
export async function countOf(sql: RunSql, purpose: Purpose, client: string): Promise<unknown> {
  const [row] = await sql('select private.change_count($1, $2, 0) as count', [purpose, client])
  return row?.['count']
}

/** The number of clients with a count in one window. */
export async function countedClients(sql: RunSql): Promise<unknown> {
  const [row] = await sql(`
    select count(*)::integer from pg_sequences
    where schemaname = 'private' and last_value & 255 > 0
  `)
  return row?.['count']
}

/** The sum of all counts. */
export async function sumOfCounts(sql: RunSql): Promise<unknown> {
  const [row] = await sql(`
    select coalesce(sum(last_value & 255), 0)::integer as sum from pg_sequences
    where schemaname = 'private' and last_value > 255
  `)
  return row?.['sum']
}

export async function setCount(sql: RunSql, purpose: Purpose, client: string, count: number) {
  await sql('select private.change_count($1, $2, -255)', [purpose, client])
  await sql('select private.change_count($1, $2, $3)', [purpose, client, count])
}

/** Sets all counts back by one window of ten minutes. */
export async function letWindowPass(sql: RunSql): Promise<void> {
  await sql(`
    select setval(format('private.%I', sequencename)::regclass, last_value - (1::bigint << 39))
    from pg_sequences where schemaname = 'private' and sequencename like 'limit\\_%'
      and last_value is not null
  `)
}

export async function forgetCounts(sql: RunSql): Promise<void> {
  await sql(`
    select setval(format('private.%I', sequencename)::regclass, 1, false)
    from pg_sequences where schemaname = 'private' and sequencename like 'limit\\_%'
      and last_value is not null
  `)
}
