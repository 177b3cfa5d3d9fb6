/* Applies all pending migrations to the hosted project with the Supabase CLI of package-lock.json. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { remoteFlag, SUPABASE_CLI } from '../supabase-cli.ts'
import { UserError } from '../user-error.ts'
import { cliProblem } from './cli-problem.ts'
import { describeDropped } from './dropped-settings.ts'
import { compareProject, differenceSentences, readProject } from './project.ts'

/**
 * To the linked project, or to the database of SUPABASE_DB_URL. Throws a UserError, and changes nothing,
 * where the project is not what its migrations define. Prints what the project had set and lost.
 * @param beforePush Runs once the project was read; where it throws, nothing is pushed.
 */
export async function pushToProject(
  env: NodeJS.ProcessEnv = process.env,
  beforePush: () => void = () => undefined,
): Promise<void> {
  const project = await readProject(env['SUPABASE_DB_URL'])
  const sentences = project ? differenceSentences(await compareProject(project)) : []
  if (sentences.length > 0) throw new UserError([...sentences, ADVICE].join('\n'))
  const dropped = project && (await describeDropped(project.versions, env['SUPABASE_DB_URL']))
  beforePush()
  await pushMigrations(env)
  if (dropped) console.log(dropped)
}

const ADVICE =
  'Nothing was pushed: the project was published by an earlier commit, or changed by hand. ' +
  'docs/publishing.md ("Upgrade") says what to do.'

/**
 * Also those that are older than the newest applied one: a shop's own price migration is stamped before what
 * comes from upstream later. Throws a UserError where the CLI fails.
 * @param cli The program to run, if not the installed one.
 */
export async function pushMigrations(
  env: NodeJS.ProcessEnv = process.env,
  cli = SUPABASE_CLI,
): Promise<void> {
  // The CLI asks for a confirmation; without a terminal, --yes gives it.
  const yes = process.stdin.isTTY && process.stdout.isTTY ? [] : ['--yes']
  const command = ['db', 'push', remoteFlag(env['SUPABASE_DB_URL']), '--include-all', ...yes]
  const child = spawn(process.execPath, [cli, ...command], {
    stdio: ['inherit', 'inherit', 'pipe'],
  })
  let messages = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    messages += text
    process.stderr.write(text)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code === 0) return
  const problem = cliProblem(messages)
  throw new UserError(
    `The push failed; migrations that the CLI named before stay applied.${problem === messages.trim() ? '' : ` ${problem}`}`,
  )
}
