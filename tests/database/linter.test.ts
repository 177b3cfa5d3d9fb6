import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../support/database.ts'
import { exposureRules } from './linter/exposure.ts'
import { functionRules } from './linter/functions.ts'
import { policyRules } from './linter/policies.ts'
import { breachesOf } from './linter/rule.ts'
import { tableRules } from './linter/tables.ts'
import { unfilteredWriteRules, unfilteredWrites } from './linter/unfiltered-writes.ts'

const { sql, runScript } = openDatabase()

const rules = [
  ...tableRules,
  ...policyRules,
  ...functionRules,
  ...exposureRules,
  ...unfilteredWriteRules,
]

describe.each(rules)('$fact', (rule) => {
  test('in this shop', async () => {
    expect(await breachesOf(rule, sql)).toEqual([])
  })

  test.each(
    rule.breaches.map(([statement, found]) => [onOneLine(statement), statement, found] as const),
  )('and it would be seen: %s', async (_, statement, found) => {
    await runScript(statement)
    expect(await breachesOf(rule, sql)).toContain(found)
  })
})

describe('what is run once updates and deletes with a WHERE too', () => {
  const supabase = new URL('../../supabase/', import.meta.url)
  const files = readdirSync(supabase, { recursive: true, encoding: 'utf8' })

  test.each(files.filter((name) => name.endsWith('.sql')))('%s', async (name) => {
    expect(await unfilteredWrites(readFileSync(new URL(name, supabase), 'utf8'))).toEqual([])
  })

  test.each([
    ['update private.total_changes set orders = 0', 'UPDATE private.total_changes'],
    ['do $$ begin delete from private.total_changes; end $$', 'DELETE private.total_changes'],
    [
      `create function private.bad() returns void language sql
       as $$ delete from private.total_changes $$`,
      'DELETE private.total_changes',
    ],
  ])('and it would be seen: %s', async (statement, found) => {
    expect(await unfilteredWrites(`select 1; ${statement};`)).toEqual([found])
  })
})

function onOneLine(statement: string): string {
  return statement.replace(/\s+/g, ' ')
}
