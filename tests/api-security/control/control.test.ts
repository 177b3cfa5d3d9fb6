/*
 * The same cases against a backend whose schema protects nothing: every case of the database must fail
 * there. `npm test` runs two cases of each label; CONTROL=all (`npm run test:control`) runs all cases,
 * and expects those of the other layers to pass.
 */
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { subjects } from '../cases.ts'
import { runCase } from '../run-case.ts'
import { openTestApi, type TestApi } from '../test-api.ts'

const all = subjects.flatMap(([, cases]) => cases)
const others = all.filter(({ layer }) => layer !== 'database')
const byLabel = Map.groupBy(
  all.filter(({ layer }) => layer === 'database'),
  ({ title }) => title.split(' ', 1)[0],
)
const isComplete = process.env['CONTROL'] === 'all'
const ofDatabase = [...byLabel.values()].flatMap((cases) =>
  isComplete ? cases : cases.slice(0, 2),
)

let open: TestApi

beforeAll(async () => {
  open = await openTestApi({ supabase: fileURLToPath(new URL('naive', import.meta.url)) })
})
afterAll(() => open?.close())

test('at least a hundred cases can fail', () => {
  expect(ofDatabase.length).toBeGreaterThanOrEqual(100)
})

describe('a schema that protects nothing fails', () => {
  for (const attackCase of ofDatabase)
    test(attackCase.title, () => expect(runCase(attackCase, open)).rejects.toThrow())
})

if (isComplete) {
  describe('another layer enforces', () => {
    for (const attackCase of others) test(attackCase.title, () => runCase(attackCase, open))
  })
}
