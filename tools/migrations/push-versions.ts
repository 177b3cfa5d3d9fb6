/* Brings a new project to the migrations that a backup was made with, before it is restored. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrationNames, versionOf } from '../migration-names.ts'
import { runSupabase } from '../supabase-cli.ts'
import { UserError } from '../user-error.ts'
import { cliProblem } from './cli-problem.ts'

const SUPABASE = fileURLToPath(new URL('../../supabase/', import.meta.url))

/** Throws a UserError, and changes nothing, where the repository lacks one of them. */
export async function pushVersions(versions: string[], databaseUrl: string): Promise<void> {
  const names = migrationNames(join(SUPABASE, 'migrations'))
  const unknown = versions.filter((version) => !names.map(versionOf).includes(version))
  if (unknown.length > 0) {
    throw new UserError(
      `The backup has migrations that this repository does not have: ${unknown.join(', ')}. Restore it at the commit that made it, or add your price migrations to supabase/migrations.`,
    )
  }
  const folder = mkdtempSync(join(tmpdir(), 'zulf-migrations-'))
  try {
    mkdirSync(join(folder, 'supabase/migrations'), { recursive: true })
    cpSync(join(SUPABASE, 'config.toml'), join(folder, 'supabase/config.toml'))
    for (const name of names.filter((name) => versions.includes(versionOf(name)))) {
      cpSync(join(SUPABASE, 'migrations', name), join(folder, 'supabase/migrations', name))
    }
    const command = ['db', 'push', '--workdir', folder]
    const { code, messages } = await runSupabase(command, databaseUrl)
    if (code !== 0) throw new UserError(cliProblem(messages))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
