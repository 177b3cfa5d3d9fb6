/* What an attacker can do over HTTP to the local backend. */
import { afterAll, beforeAll, describe, test } from 'vitest'
import { inOneWindow } from '#tests/support/one-window.ts'
import { subjects } from './cases.ts'
import { runCase } from './run-case.ts'
import { openTestApi, type TestApi } from './test-api.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api?.close())

for (const [subject, cases] of subjects) {
  describe(subject, () => {
    for (const attackCase of cases)
      test(attackCase.title, () => inOneWindow(api.sql, () => runCase(attackCase, api)))
  })
}
