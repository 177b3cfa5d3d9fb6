import { parseArgs } from 'node:util'
import { UserError } from '../user-error.ts'

export interface CommandOptions {
  /** Of a hosted project; without it the local shop is meant. */
  databaseUrl?: string | undefined
  check?: boolean
}

/**
 * Runs a command with at most one file, and prints errors as sentences. `--db-url` names a project, as does
 * SUPABASE_DB_URL, unless `--local` asks for the local shop.
 * @param flags Its other options, which are on unless `--no-` turns them off.
 */
export async function runCommand(
  work: (file: string | undefined, options: CommandOptions) => Promise<string>,
  flags: 'check'[] = [],
): Promise<void> {
  try {
    const { values, positionals } = parseArgs({
      options: {
        'db-url': { type: 'string' },
        local: { type: 'boolean' },
        ...Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean', default: true }])),
      },
      allowPositionals: true,
      allowNegative: true,
    })
    if (positionals.length > 1) throw new UserError('Name one file.')
    const { local, 'db-url': named, ...others } = values
    if (named === '') throw new UserError('--db-url needs the database URL of the project.')
    if (local && named) throw new UserError('Either --local or --db-url.')
    const databaseUrl = local ? undefined : named || process.env['SUPABASE_DB_URL'] || undefined
    console.log(await work(positionals[0], { ...others, databaseUrl }))
  } catch (error) {
    console.error(
      error instanceof UserError ? error.message : `It failed: ${(error as Error).message}`,
    )
    process.exitCode = 1
  }
}
