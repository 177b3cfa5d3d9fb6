/* The table of `npm run test:mutations` must not rot: each of its guards stands where it says. */
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { withoutGuard } from '#tools/mutation-tests/in-a-file.ts'
import { guards } from '#tools/mutation-tests/table.ts'
import { openDatabase } from '../support/database.ts'

const { runAsAdmin } = openDatabase()
const root = new URL('../../', import.meta.url)

test('guards have names of their own', () => {
  const names = guards.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})

test('the tests that must notice exist', () => {
  const files = guards.flatMap(({ tests }) => tests)
  expect(files.filter((file) => !existsSync(new URL(file, root)))).toEqual([])
})

describe('this guard can be taken away:', () => {
  test.each(guards)('$name', async ({ drop }) => {
    if ('sql' in drop) await runAsAdmin(drop.sql)
    else expect(withoutGuard(drop, root)).toContain(drop.by)
  })
})

test('a text that is gone is told', () => {
  const gone = { file: 'package.json', text: 'no such text', by: '' }
  expect(() => withoutGuard(gone, root)).toThrow('holds this 0 times')
})
