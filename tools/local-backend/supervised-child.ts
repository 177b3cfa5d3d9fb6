import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export interface SupervisedChild {
  /** Resolves when the program has ended, whoever ended it. */
  ended: Promise<unknown>
  hasEnded(): boolean
  /** The last line it wrote to its error output. */
  lastOutput(): string
  /** To a Node program that was spawned with `onMessage`; lost when it has ended. */
  send(message: string): void
  stop(): Promise<void>
}

export interface SupervisedChildOptions {
  args?: string[]
  /** Receives what a Node program sends with `process.send()`. */
  onMessage?: (message: unknown) => void
}

/*
 * The shell waits for the end of its input, which comes when this process closes it or is killed:
 * without the shell, a killed parent would leave the program running. Ctrl-C reaches the whole group, and
 * must not end the shell first.
 */
const SUPERVISOR = `"$0" "$@" </dev/null & program=$!
exec 2>/dev/null
trap '' INT TERM HUP
read -r _
kill -9 "$program"
wait "$program"`

/** Runs a program that may be killed at any moment, and never outlives this process. */
export function spawnSupervised(
  program: string,
  env: NodeJS.ProcessEnv,
  { args = [], onMessage }: SupervisedChildOptions = {},
): SupervisedChild {
  const windows = process.platform === 'win32'
  const child = spawn(
    windows ? program : '/bin/sh',
    windows ? args : ['-c', SUPERVISOR, program, ...args],
    {
      // Windows finds the libraries of a program by these two.
      env: windows
        ? { SystemRoot: process.env['SystemRoot'], PATH: process.env['PATH'], ...env }
        : env,
      stdio: ['pipe', 'ignore', 'pipe', ...(onMessage ? ['ipc' as const] : [])],
    },
  ) as ChildProcess & { stdin: NodeJS.WritableStream; stderr: NodeJS.ReadableStream }
  if (onMessage) child.on('message', onMessage)
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
    send(message) {
      if (child.connected) child.send(message, () => undefined)
    },
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
