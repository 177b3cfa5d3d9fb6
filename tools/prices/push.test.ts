import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { pushMigrations } from './push.ts'

const folder = mkdtempSync(join(tmpdir(), 'zulf-push-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Stands in for the CLI: writes down how it was called, and ends with the code it is given. */
function pushWith(env: NodeJS.ProcessEnv, exitCode = 0) {
  const called = join(folder, 'called.json')
  const cli = join(folder, 'cli.cjs')
  const call = 'JSON.stringify(process.argv.slice(2))'
  writeFileSync(
    cli,
    `require('node:fs').writeFileSync(${JSON.stringify(called)}, ${call}); process.exit(${exitCode})`,
  )
  const code = pushMigrations(env, cli)
  return { code, command: (JSON.parse(readFileSync(called, 'utf8')) as string[]).join(' ') }
}

test('the CLI pushes to the linked project, never to the local one', () => {
  const { code, command } = pushWith({})
  expect(command).toMatch(/^db push --remote( --yes)?$/)
  expect(code).toBe(0)
})

test('SUPABASE_DB_URL names another database', () => {
  const SUPABASE_DB_URL = 'postgres://postgres:secret@db.example:5432/postgres'
  expect(pushWith({ SUPABASE_DB_URL }).command).toContain(` --remote=${SUPABASE_DB_URL}`)
})

test('a push that failed fails the command', () => {
  expect(pushWith({}, 3).code).toBe(3)
})
