/* src/api/database.types.ts: the type parameter `Database` of supabase-js, written by the Supabase CLI. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ServerConnection } from '../postgres/server.ts'
import { runSupabase } from '../supabase-cli.ts'

export const TYPES_FILE = 'src/api/database.types.ts'

const HEADER =
  '// Written by `npm run generate` from supabase/migrations: change the schema there.\n'
const BIOME = fileURLToPath(new URL('../../node_modules/@biomejs/biome/bin/biome', import.meta.url))

/** The content of TYPES_FILE, in the project's format, as a database with all migrations defines it. */
export async function generateTypes(connection: ServerConnection): Promise<string> {
  const { host, port, user, database } = connection
  // The CLI takes no URL without a host: the folder of the socket overrides it.
  const url = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
  const { code, output, messages } = await runSupabase(['gen', 'types', '--schema=public'], url)
  if (code !== 0) throw new Error(messages)
  // What follows the type are helpers, which nothing uses.
  const [type = ''] = output.split('\ntype DatabaseWithoutInternals')
  const format = [BIOME, 'format', `--stdin-file-path=${TYPES_FILE}`]
  return execFileSync(process.execPath, format, { input: HEADER + type, encoding: 'utf8' })
}
