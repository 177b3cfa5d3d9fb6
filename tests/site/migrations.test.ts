/* Migrations that landed stay as they are. */
import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrationNames } from '#tools/migration-names.ts'
import { freezeMigrations, frozenProblems, frozenState } from '#tools/migrations/frozen.ts'

let supabase: string

beforeEach(() => {
  supabase = mkdtempSync(join(tmpdir(), 'zulf-frozen-'))
  cpSync('supabase', supabase, { recursive: true })
  freezeMigrations(supabase)
})
afterEach(() => rmSync(supabase, { recursive: true }))

test('every migration is what it was when it landed', () => {
  expect(frozenProblems(frozenState('supabase'))).toEqual([])
})

test('a migration that landed is named when it changes or goes', () => {
  const [first = '', second = ''] = migrationNames(migrations())
  appendFileSync(migrations(first), '-- One more line.\n')
  rmSync(migrations(second))
  expect(frozenProblems(frozenState(supabase))).toEqual([
    `supabase/migrations/${first} changed after it landed, and projects that have applied it keep the old one: restore it (git checkout), and write a new migration.`,
    `supabase/migrations/${second} landed and is gone: restore it (git checkout), and write a new migration.`,
  ])
})

test('a new migration is frozen by the command that its sentence names', () => {
  const name = '20990101000000_add_something.sql'
  writeFileSync(migrations(name), 'select 1;\n')
  expect(frozenProblems(frozenState(supabase))).toEqual([
    `supabase/migrations/${name} is not in supabase/migrations.sha256: when it is complete, run npm run migrations:freeze.`,
  ])
  expect(freezeMigrations(supabase)).toEqual([name])
  expect(frozenProblems(frozenState(supabase))).toEqual([])
  // A line is never written again.
  writeFileSync(migrations(name), 'select 2;\n')
  expect(freezeMigrations(supabase)).toEqual([])
  expect(frozenState(supabase).changed).toEqual([name])
})

function migrations(name = ''): string {
  return join(supabase, 'migrations', name)
}
