/*
 * Ends the process when its one session no longer responds to anybody. After a message that breaks the
 * protocol PGlite's socket may run no other one, or Postgres may wait for the rest of it, while the
 * thread is free and shows its heartbeat.
 */
import { writeSync } from 'node:fs'
import pg from 'pg'

const PROBE_INTERVAL_MS = 3_000
const BEAT_MS = 100

/** Beats of the thread, not time: a busy machine, which delays the response, delays them as well. */
const MAX_SILENT_BEATS = 30

/** A caller's transaction, such as a backup, may have the session for as long as it needs. */
export function startSessionProbe(endpoint: pg.ClientConfig, isInTransaction: () => boolean): void {
  let silentBeats = 0
  let isPending = false

  async function probe(): Promise<void> {
    if (isPending) return
    isPending = true
    const client = new pg.Client({ ...endpoint, user: 'postgres', database: 'postgres' })
    client.on('error', () => undefined)
    // A refusal is a response too.
    await client
      .connect()
      .then(() => client.query('select'))
      .catch(() => undefined)
    isPending = false
    await client.end().catch(() => undefined)
  }

  setInterval(probe, PROBE_INTERVAL_MS).unref()
  setInterval(() => {
    silentBeats = isPending && !isInTransaction() ? silentBeats + 1 : 0
    if (silentBeats < MAX_SILENT_BEATS) return
    writeSync(2, 'The session no longer responds.\n')
    process.kill(process.pid, 'SIGKILL')
  }, BEAT_MS).unref()
}
