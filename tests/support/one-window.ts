/* Limits count in windows of ten minutes of the database's clock, which a test cannot stop. */
import type { RunSql } from './run-sql.ts'

/** Repeats a failed test of a limit if a window ended meanwhile. */
export async function inOneWindow(
  sql: RunSql,
  work: () => Promise<void>,
  reset: () => Promise<unknown> = async () => {},
): Promise<void> {
  for (;;) {
    const opened = await windowNow(sql)
    try {
      return await work()
    } catch (error) {
      if ((await windowNow(sql)) === opened) throw error
      await reset()
    }
  }
}

async function windowNow(sql: RunSql): Promise<string> {
  const [row] = await sql(`select date_bin('10 minutes', now(), 'epoch')::text as opened_at`)
  return String(row?.['opened_at'])
}
