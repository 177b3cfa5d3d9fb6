import { describe, expect, test } from 'vitest'
import { openDatabase } from '../support/database.ts'
import { exposureRules } from './linter/exposure.ts'
import { functionRules } from './linter/functions.ts'
import { policyRules } from './linter/policies.ts'
import { breachesOf } from './linter/rule.ts'
import { tableRules } from './linter/tables.ts'

const { asOwner, runAsOwner } = openDatabase()

describe.each([...tableRules, ...policyRules, ...functionRules, ...exposureRules])(
  '$fact',
  (rule) => {
    test('in this shop', async () => {
      expect(await breachesOf(rule, asOwner)).toEqual([])
    })

    test.each(rule.breaches.map(([sql, found]) => [onOneLine(sql), sql, found] as const))(
      'and it would be seen: %s',
      async (_, sql, found) => {
        await runAsOwner(sql)
        expect(await breachesOf(rule, asOwner)).toContain(found)
      },
    )
  },
)

function onOneLine(sql: string): string {
  return sql.replace(/\s+/g, ' ')
}
