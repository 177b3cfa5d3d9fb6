/* Empties the outbox, as an Edge Function does in a hosted project. */
import { settings } from '#config/settings.ts'
import { drain, type Outbox } from '../../supabase/functions/outbox/drain.ts'
import type { Database } from '../postgres/database.ts'

const PAUSE_MS = 5000

type Transactions = Pick<Database, 'transaction'>

export function outboxOf({ transaction }: Transactions): Outbox {
  const call = async (statement: string, values: unknown[] = []) => {
    const [row] = await transaction((query) => query(statement, values))
    // The functions of the database return what the types of the module say.
    return row?.['result'] as never
  }
  return {
    claim: (p) => call('select public.claim_notices($1) as result', [JSON.stringify(p)]),
    report: (p) => call('select public.report_notices($1) as result', [JSON.stringify(p)]),
  }
}

/** Every few seconds; `buildHook` is the URL that starts a build of the site. Returns how to stop, which waits for what is being sent. */
export function startOutbox(
  database: Transactions,
  buildHook: string | undefined,
  log: (message: string) => void,
): () => Promise<void> {
  const options = { contact: `mailto:${settings.email}`, buildHook }
  let running: Promise<unknown> | undefined
  const empty = () => {
    running ??= drain(outboxOf(database), options)
      .catch((error: Error) => log(`The outbox could not be emptied: ${error.message}`))
      .finally(() => {
        running = undefined
      })
  }
  // At once, too: the dashboard says where it was not emptied for long.
  empty()
  const timer = setInterval(empty, PAUSE_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
