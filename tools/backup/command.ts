import { parseArgs } from 'node:util'
import { BackendError } from '../local-backend/backend-error.ts'

/** Runs a command with at most one file and `--db-url`; what goes wrong is said in a sentence. */
export async function runCommand(
  work: (file: string | undefined, databaseUrl: string | undefined) => Promise<string>,
): Promise<void> {
  try {
    const { values, positionals } = parseArgs({
      options: { 'db-url': { type: 'string' } },
      allowPositionals: true,
    })
    if (positionals.length > 1) throw new BackendError('Name one file.')
    if (values['db-url'] === '')
      throw new BackendError('--db-url needs the database URL of the project.')
    console.log(await work(positionals[0], values['db-url']))
  } catch (error) {
    console.error(
      error instanceof BackendError ? error.message : `It failed: ${(error as Error).message}`,
    )
    process.exitCode = 1
  }
}
