/* The real Postgres server of these tests. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { findPrograms } from '#tools/real-postgres/programs.ts'

test('SIGKILL of the parent process ends the server and removes its folder', () => killParent({}))

test('programs in a folder that only root may enter are copied, and the copy is removed', async () => {
  const closed = mkdtempSync(join(tmpdir(), 'zulf-closed-'))
  onTestFinished(() => rmSync(closed, { recursive: true }))
  const { installation } = findPrograms()
  cpSync(installation, join(closed, 'postgres'), { recursive: true, verbatimSymlinks: true })
  await killParent({ POSTGRES_BIN_DIR: join(closed, 'postgres/bin') })
})

test('a missing program is named', () => {
  expect(() => findPrograms({ POSTGRES_BIN_DIR: '/nowhere' })).toThrow(
    /^There is no \/nowhere\/initdb.*: see POSTGRES_BIN_DIR\.$/,
  )
})

test('the programs of the npm package are found', () => {
  expect(existsSync(findPrograms({}).postgres)).toBe(true)
})

async function killParent(env: NodeJS.ProcessEnv): Promise<void> {
  const script = fileURLToPath(new URL('postgres-process.ts', import.meta.url))
  const child = spawn(process.execPath, [script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  const [printed] = (await once(child.stdout, 'data')) as [Buffer]
  const folder = printed.toString().trim()
  const [pid] = readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')
  expect(isRunning(Number(pid))).toBe(true)

  child.kill('SIGKILL')
  await expect.poll(() => existsSync(folder)).toBe(false)
  expect(isRunning(Number(pid))).toBe(false)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
