/* What a server that was killed leaves in its data folder: postmaster.pid, with the number of its process. */
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Ends only what hangs. */
const STOP_TIMEOUT_MS = 30_000

/**
 * Ends a server that outlived its parent. By now the number may be that of another program, because of which
 * Postgres would not start.
 */
export async function endFormerServer(data: string): Promise<void> {
  if (process.platform === 'win32') return
  const file = join(data, 'postmaster.pid')
  const pid = readPid(file)
  if (!pid) return
  const deadline = performance.now() + STOP_TIMEOUT_MS
  for (let isAsked = false; isServerOf(data, pid); await pause(50)) {
    if (performance.now() > deadline) return
    if (!isAsked) process.kill(pid, 'SIGINT')
    isAsked = true
  }
  rmSync(file, { force: true })
}

function readPid(file: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function isServerOf(data: string, pid: number): boolean {
  const command = commandOf(pid)
  return command.includes('postgres') && command.includes(data)
}

/** Empty where no such process runs. */
function commandOf(pid: number): string {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      : execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}
