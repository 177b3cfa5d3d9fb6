/*
 * `npm run backup [FILE]`: saves the local shop of DATA_DIR, whether it is running or not.
 * `npm run backup -- [FILE] --db-url URL`: saves a hosted project.
 */
import { resolve } from 'node:path'
import { backendSettings } from '../local-backend/backend-settings.ts'
import { runCommand } from './command.ts'
import { backUpHosted } from './hosted.ts'
import { backUpLocal } from './local.ts'

await runCommand(async (name, databaseUrl) => {
  const file = resolve(name ?? `backups/zulf-${timestamp()}.jsonl.gz`)
  const rows = databaseUrl
    ? await backUpHosted(databaseUrl, file)
    : await backUpLocal(backendSettings().dataDir, file)
  return `${rows} rows saved to ${file}. It holds names, phones, addresses and messages, the hash of the admin's password and the secret of the limits: keep it where only you can read it.`
})

/** Without colons, which Windows has in no file's name. */
function timestamp(): string {
  return new Date().toISOString().slice(0, 19).replaceAll(':', '-')
}
