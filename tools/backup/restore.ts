/*
 * `npm run restore FILE`: into the new or empty folder DATA_DIR.
 * `npm run restore -- FILE --db-url URL`, or with SUPABASE_DB_URL and no `--local`: into a new hosted project.
 */
import { resolve } from 'node:path'
import { backendSettings } from '../local-backend/backend-settings.ts'
import { UserError } from '../user-error.ts'
import { runCommand } from './command.ts'
import { restoreHosted } from './hosted.ts'
import { restoreLocal } from './local.ts'

await runCommand(async (name, { databaseUrl }) => {
  if (!name) throw new UserError('Name the backup: npm run restore FILE')
  const file = resolve(name)
  const { dataDir } = backendSettings()
  const rows = databaseUrl
    ? await restoreHosted(file, databaseUrl)
    : await restoreLocal(file, dataDir)
  return `${rows} rows restored${databaseUrl ? '' : ` into ${dataDir}`}. Everybody signs in again.`
})
