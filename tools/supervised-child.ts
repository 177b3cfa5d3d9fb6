import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export interface SupervisedChild {
  /** Resolves when the program has ended, whoever ended it. */
  ended: Promise<unknown>
  hasEnded(): boolean
  /** The last line it wrote to its error output. */
  lastOutput(): string
  stop(): Promise<void>
}

export interface SupervisedChildOptions {
  args?: string[]
  env?: NodeJS.ProcessEnv
  /** By which it is ended: a program that may be killed at any moment unless another one is named. */
  signal?: 'INT' | 'KILL' | 'QUIT'
  /** A folder that is deleted after it. */
  temporaryFolder?: string
  uid?: number
  gid?: number
}

/*
 * The shell waits for the end of its input, which comes when this process closes it or is killed:
 * without the shell, a killed parent would leave the program running.
 */
const SUPERVISOR = `signal=$1; folder=$2; shift 2
"$@" </dev/null & program=$!
exec 2>/dev/null
read -r _
kill -"$signal" "$program"
wait "$program"
[ -z "$folder" ] || rm -rf "$folder"`

/** Runs a program that never outlives this process. */
export function spawnSupervised(
  program: string,
  {
    args = [],
    env = process.env,
    signal = 'KILL',
    temporaryFolder = '',
    ...user
  }: SupervisedChildOptions = {},
): SupervisedChild {
  const windows = process.platform === 'win32'
  const child = spawn(
    windows ? program : '/bin/sh',
    windows ? args : ['-c', SUPERVISOR, 'sh', signal, temporaryFolder, program, ...args],
    {
      ...user,
      // Windows finds the libraries of a program by these two.
      env: windows
        ? { SystemRoot: process.env['SystemRoot'], PATH: process.env['PATH'], ...env }
        : env,
      stdio: ['pipe', 'ignore', 'pipe'],
      // In a session of its own: Ctrl-C reaches every process of the terminal's.
      detached: !windows,
    },
  ) as ChildProcess & { stdin: NodeJS.WritableStream; stderr: NodeJS.ReadableStream }
  let output = ''
  let over = false
  const closeInput = () => child.stdin.end()
  // Only the program has this pipe open, so its end is the program's end.
  child.stderr.setEncoding('utf8').once('end', closeInput)
  child.stderr.on('data', (text: string) => {
    output = (output + text).slice(-2_000)
  })
  child.stdin.on('error', () => undefined)
  const ended = untilClosed(child).then((error) => {
    over = true
    output += error?.message ?? ''
  })
  return {
    ended,
    hasEnded: () => over,
    lastOutput: () => output.trim().split('\n').at(-1) ?? '',
    async stop() {
      closeInput()
      if (windows) child.kill()
      await ended
    },
  }
}

async function untilClosed(child: ChildProcess): Promise<Error | undefined> {
  try {
    await once(child, 'close')
    return undefined
  } catch (error) {
    return error as Error
  }
}
