/*
 * PGlite has no autovacuum: the rows that updates and deletes leave behind stay until somebody removes
 * them, and the planner's figures stay those of the last ANALYZE.
 */
import type { LocalDatabase } from './database.ts'

/** Pages of 8 kB by which a table may grow before it is vacuumed. */
const SPARE_PAGES = 128

/**
 * Statistics of dead rows do not last beyond a process, but the size after the last VACUUM is known: a
 * table that has since grown by more than a fifth may have them. Returns the tables' names.
 */
export async function vacuumGrownTables(
  database: Pick<LocalDatabase, 'transaction' | 'command'>,
): Promise<string[]> {
  const grown = await database.transaction((query) =>
    query(
      `select format('%I.%I', namespace.nspname, class.relname) as name
       from pg_class as class
       join pg_namespace as namespace on namespace.oid = class.relnamespace
       where class.relkind = 'r' and namespace.nspname not in ('pg_catalog', 'information_schema')
         and pg_relation_size(class.oid) / current_setting('block_size')::integer
           > 1.2 * class.relpages + $1`,
      [SPARE_PAGES],
    ),
  )
  const names = grown.map(({ name }) => String(name))
  if (names.length > 0) await database.command(`vacuum (analyze) ${names.join(', ')}`)
  return names
}
