import { parseArgs } from 'node:util'
import { UserError } from '../user-error.ts'

export interface CommandOptions {
  'db-url'?: string
  check?: boolean
}

/**
 * Runs a command with at most one file and `--db-url` and prints errors as sentences.
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
        ...Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean', default: true }])),
      },
      allowPositionals: true,
      allowNegative: true,
    })
    if (positionals.length > 1) throw new UserError('Name one file.')
    if (values['db-url'] === '')
      throw new UserError('--db-url needs the database URL of the project.')
    console.log(await work(positionals[0], values))
  } catch (error) {
    console.error(
      error instanceof UserError ? error.message : `It failed: ${(error as Error).message}`,
    )
    process.exitCode = 1
  }
}
