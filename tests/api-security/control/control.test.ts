/*
 * The same cases against a backend whose schema protects nothing: every case of the database must fail
 * there. CONTROL=all (`npm run test:control`) also runs the cases of the other layers, and expects them to pass.
 */
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { subjects } from '../cases.ts'
import { runCase } from '../run-case.ts'
import { openTestApi, type TestApi } from '../test-api.ts'

const all = subjects.flatMap(([, cases]) => cases)
const ofDatabase = all.filter(({ layer }) => layer === 'database')
const others = all.filter(({ layer }) => layer !== 'database')

let open: TestApi

beforeAll(async () => {
  open = await openTestApi({ supabase: fileURLToPath(new URL('naive', import.meta.url)) })
})
afterAll(() => open?.close())

test('at least eighty cases can fail', () => {
  expect(ofDatabase.length).toBeGreaterThanOrEqual(80)
})

describe('a schema that protects nothing fails', () => {
  for (const attackCase of ofDatabase)
    test(attackCase.title, () => expect(runCase(attackCase, open)).rejects.toThrow())
})

if (process.env['CONTROL'] === 'all') {
  describe('another layer enforces', () => {
    for (const attackCase of others) test(attackCase.title, () => runCase(attackCase, open))
  })
}
