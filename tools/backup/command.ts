import { parseArgs } from 'node:util'
import { UserError } from '../user-error.ts'

/** Runs a command with at most one file and `--db-url` and prints errors as sentences. */
export async function runCommand(
  work: (file: string | undefined, databaseUrl: string | undefined) => Promise<string>,
): Promise<void> {
  try {
    const { values, positionals } = parseArgs({
      options: { 'db-url': { type: 'string' } },
      allowPositionals: true,
    })
    if (positionals.length > 1) throw new UserError('Name one file.')
    if (values['db-url'] === '')
      throw new UserError('--db-url needs the database URL of the project.')
    console.log(await work(positionals[0], values['db-url']))
  } catch (error) {
    console.error(
      error instanceof UserError ? error.message : `It failed: ${(error as Error).message}`,
    )
    process.exitCode = 1
  }
}
