import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { pushMigrations } from './push.ts'

const folder = mkdtempSync(join(tmpdir(), 'zulf-push-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Stands in for the CLI: writes down how it was called, and ends with a message and a code. */
async function pushWith(env: NodeJS.ProcessEnv, exitCode = 0, message = '') {
  const called = join(folder, 'called.json')
  const cli = join(folder, 'cli.cjs')
  writeFileSync(
    cli,
    `require('node:fs').writeFileSync(${JSON.stringify(called)}, JSON.stringify(process.argv.slice(2)))
process.stderr.write(${JSON.stringify(message)})
process.exitCode = ${exitCode}`,
  )
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const error = await pushMigrations(env, cli).then(
    () => undefined,
    (reason: Error) => reason.message,
  )
  written.mockRestore()
  return { error, command: (JSON.parse(readFileSync(called, 'utf8')) as string[]).join(' ') }
}

test('the CLI pushes to the linked project, never to the local one, and older migrations too', async () => {
  const { error, command } = await pushWith({})
  expect(command).toMatch(/^db push --remote --include-all( --yes)?$/)
  expect(error).toBeUndefined()
})

test('SUPABASE_DB_URL names another database', async () => {
  const SUPABASE_DB_URL = 'postgres://postgres:secret@db.example:5432/postgres'
  expect((await pushWith({ SUPABASE_DB_URL })).command).toContain(` --remote=${SUPABASE_DB_URL} `)
})

// cli-problem.test.ts has the reasons.
test('a push that failed fails the command with a reason', async () => {
  const { error } = await pushWith({}, 3)
  expect(error).toContain('The push failed; migrations that the CLI named before stay applied.')
  const denied = await pushWith({}, 3, 'password authentication failed (SQLSTATE 28P01)')
  expect(denied.error).toContain('percent-encoded')
})
