/* Tells the shop when it was backed up: the dashboard says once the last backup is a week old. */
import type { Query } from '../postgres/database.ts'
import { type Contents, countRows } from './contents.ts'

const NO_RIGHTS = '42501'

/** Of a backup that was proved. Returns what the command says where the shop cannot be told. */
export async function noteBackup(
  inDatabase: (work: (query: Query) => Promise<void>) => Promise<void>,
  madeAt: Date,
  saved: Contents,
): Promise<string> {
  const counted = { rows: countRows(saved), orders: saved.orders }
  try {
    await inDatabase(async (query) => {
      // A database of before has no such table.
      const [found] = await query("select to_regclass('private.backups') is not null as exists")
      if (found?.['exists'] !== true) return
      await query('insert into private.backups (made_at, counted) values ($1, $2)', [
        madeAt.toISOString(),
        counted,
      ])
    })
    return ''
  } catch (error) {
    if ((error as { code?: string }).code !== NO_RIGHTS) throw error
    return ' The dashboard does not know of it: this login may read the database only.'
  }
}
