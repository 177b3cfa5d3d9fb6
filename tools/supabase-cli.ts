/* The Supabase CLI of package-lock.json, on the linked project or on a database that its URL names. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface CliResult {
  code: number
  /** Its standard output, such as generated types. */
  output: string
  /** Its error output, with messages for the user. */
  messages: string
}

const ROOT = fileURLToPath(new URL('../', import.meta.url))
/** Runs with Node. */
export const SUPABASE_CLI = fileURLToPath(
  new URL('../node_modules/supabase/dist/supabase.js', import.meta.url),
)

/** No telemetry, no update check, and no files outside the project's folder. */
export const CLI_ENVIRONMENT = {
  DO_NOT_TRACK: '1',
  SUPABASE_TELEMETRY_DISABLED: '1',
  SUPABASE_NO_UPDATE_NOTIFIER: '1',
  SUPABASE_HOME: fileURLToPath(new URL('../.cache/supabase-cli', import.meta.url)),
}

/**
 * Runs for example `['db', 'push']` on a database, or without a URL on the linked project. `--yes` confirms
 * every prompt.
 */
export async function runSupabase(command: string[], databaseUrl?: string): Promise<CliResult> {
  const child = spawn(
    process.execPath,
    [SUPABASE_CLI, ...command, remoteFlag(databaseUrl), '--yes', '--agent=no'],
    { cwd: ROOT, env: { ...process.env, ...CLI_ENVIRONMENT }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  let messages = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    messages += text
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code: code ?? 1, output, messages }
}

export function remoteFlag(databaseUrl?: string): string {
  return databaseUrl ? `--remote=${databaseUrl}` : '--remote'
}
