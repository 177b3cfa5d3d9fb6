/* Applies all pending migrations to the hosted project with the Supabase CLI of package-lock.json. */
import { spawnSync } from 'node:child_process'
import { SUPABASE_CLI } from '../supabase-cli.ts'

/**
 * To the linked project, or to the database of SUPABASE_DB_URL. Returns the CLI's exit code.
 * @param cli The program to run, if not the installed one.
 */
export function pushMigrations(env: NodeJS.ProcessEnv = process.env, cli = SUPABASE_CLI): number {
  const databaseUrl = env['SUPABASE_DB_URL']
  const remote = databaseUrl ? `--remote=${databaseUrl}` : '--remote'
  // The CLI asks for a confirmation; without a terminal, --yes gives it.
  const yes = process.stdin.isTTY && process.stdout.isTTY ? [] : ['--yes']
  const { status } = spawnSync(process.execPath, [cli, 'db', 'push', remote, ...yes], {
    stdio: 'inherit',
  })
  return status ?? 1
}
