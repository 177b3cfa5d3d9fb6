/* Maintenance that a hosted project does by itself: erasing old personal data, and VACUUM. */
import type { Database, LocalDatabase, Query } from './database.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Erases personal data that is older than the retention time: now and once a day. Returns how to stop,
 * which waits for a batch that is under way.
 */
export function startRetention(
  database: Pick<Database, 'transaction'>,
  log: (message: string) => void,
): () => Promise<void> {
  let isStopped = false
  let running = Promise.resolve()

  const run = () => {
    running = running.then(eraseOld).catch((error: Error) => {
      log(`Old personal data could not be erased: ${error.message}`)
    })
  }

  /** Each batch has a transaction of its own, so that requests are served in between. */
  async function eraseOld(): Promise<void> {
    while (!isStopped && (await database.transaction(eraseBatch)) > 0);
  }

  run()
  const daily = setInterval(run, DAY_MS)
  daily.unref()
  return async () => {
    isStopped = true
    clearInterval(daily)
    await running
  }
}

async function eraseBatch(query: Query): Promise<number> {
  await query('delete from local.form_copies where received_at < now() - private.retention_time()')
  const [batch] = await query('select private.apply_retention() as erased')
  return Number(batch?.['erased'])
}

/** Pages of 8 kB by which a table may grow before it is vacuumed. */
const SPARE_PAGES = 128

/**
 * PGlite has no autovacuum: dead rows stay, and the planner's statistics are those of the last ANALYZE.
 * Counts of dead rows do not outlive a process, but the size after the last VACUUM is saved: a table that
 * has grown by more than a fifth since may have them. Returns the tables' names.
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
