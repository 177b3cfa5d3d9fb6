/*
 * `npm run backup [FILE]`: saves the local shop of DATA_DIR, whether it is running or not, and proves the file.
 * `npm run backup -- [FILE] --db-url URL`: the same of a hosted project.
 * `--no-check` leaves out the proof.
 */
import { resolve } from 'node:path'
import { backendSettings } from '../local-backend/backend-settings.ts'
import { proveBackup } from './check.ts'
import { runCommand } from './command.ts'
import { countRows } from './contents.ts'
import { backUpHosted } from './hosted.ts'
import { backUpLocal } from './local.ts'

await runCommand(
  async (name, { 'db-url': databaseUrl, check }) => {
    const file = resolve(name ?? `backups/zulf-${timestamp()}.jsonl.gz`)
    const saved = databaseUrl
      ? await backUpHosted(databaseUrl, file)
      : await backUpLocal(backendSettings().dataDir, file)
    console.log(
      `${countRows(saved)} rows saved to ${file}. It holds names, phones, addresses and messages, the hash of the admin's password and the secret of the limits: keep it where only you can read it.`,
    )
    return check ? proveBackup(file, saved) : 'It was not checked.'
  },
  ['check'],
)

/** Without colons, which Windows has in no file's name. */
function timestamp(): string {
  return new Date().toISOString().slice(0, 19).replaceAll(':', '-')
}
