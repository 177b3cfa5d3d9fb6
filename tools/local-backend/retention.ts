/* Erases personal data that is older than the retention time: at the start and once a day. */
import type { Database, Query } from './database.ts'

const DAY = 24 * 60 * 60 * 1000

/** Returns how to stop. A batch that is under way is awaited. */
export function keepRetention(
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
  const daily = setInterval(run, DAY)
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
