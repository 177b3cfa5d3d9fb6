/* Applies all pending migrations to the hosted project with the Supabase CLI. */
import { spawnSync } from 'node:child_process'

/** `npm exec` takes the project's own package of this version, or downloads it. */
const CLI = 'supabase@3.1.0'

/** To the linked project, or to the database of SUPABASE_DB_URL. Returns the CLI's exit code. */
export function pushMigrations(env: NodeJS.ProcessEnv = process.env): number {
  const databaseUrl = env['SUPABASE_DB_URL']
  const remote = databaseUrl ? `--remote=${databaseUrl}` : '--remote'
  // The CLI asks before it changes a database; where nobody can reply, the command itself is the reply.
  const yes = process.stdin.isTTY && process.stdout.isTTY ? [] : ['--yes']
  const command = ['exec', '--yes', `--package=${CLI}`, '--', 'supabase', 'db', 'push', remote]
  const npm = env['npm_execpath']
  const { status, error } = npm
    ? spawnSync(process.execPath, [npm, ...command, ...yes], { stdio: 'inherit' })
    : spawnSync('npm', [...command, ...yes], { stdio: 'inherit' })
  if (error) console.error(`npm could not be started: ${error.message}`)
  return status ?? 1
}
