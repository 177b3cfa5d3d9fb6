/*
 * `npm run backup [FILE]`: saves the local shop of DATA_DIR, whether it is running or not, proves the file, and notes in
 * the shop that it was made.
 * `npm run backup -- [FILE] --db-url URL`, or with SUPABASE_DB_URL and no `--local`: the same of a hosted project.
 * `--no-check` leaves out the proof and the note.
 */
import { resolve } from 'node:path'
import { backendSettings } from '../local-backend/backend-settings.ts'
import type { Query } from '../postgres/database.ts'
import { proveBackup } from './check.ts'
import { runCommand } from './command.ts'
import { countRows } from './contents.ts'
import { backUpHosted, withProject } from './hosted.ts'
import { backUpLocal, inLocalShop } from './local.ts'
import { noteBackup } from './note-backup.ts'

await runCommand(
  async (name, { databaseUrl, check }) => {
    const madeAt = new Date()
    const file = resolve(name ?? `backups/zulf-${timestamp()}.jsonl.gz`)
    const saved = databaseUrl
      ? await backUpHosted(databaseUrl, file)
      : await backUpLocal(backendSettings().dataDir, file)
    console.log(
      `${countRows(saved)} rows saved to ${file}. It holds names, phones, addresses and messages, the hash of the admin's password and the secret of the limits: keep it where only you can read it.`,
    )
    if (!check) return 'It was not checked.'
    const proof = await proveBackup(file, saved)
    const inDatabase = (work: (query: Query) => Promise<void>) =>
      databaseUrl
        ? withProject(databaseUrl, work)
        : inLocalShop(backendSettings().dataDir, ({ transaction }) => transaction(work))
    return `${proof}${await noteBackup(inDatabase, madeAt, saved)}`
  },
  ['check'],
)

/** Without colons, which Windows has in no file's name. */
function timestamp(): string {
  return new Date().toISOString().slice(0, 19).replaceAll(':', '-')
}
