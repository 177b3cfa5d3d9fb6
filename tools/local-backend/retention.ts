/* Erases personal data after the retention time, as pg_cron does in a hosted project. */
import { DAY_MS } from '#kit/day-ms.ts'
import type { Database, Query } from '../postgres/database.ts'

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
