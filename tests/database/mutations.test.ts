/* The list of `npm run test:mutations` follows the code: each line is where the list says. */
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { mutations } from '#tools/mutation-tests/list.ts'
import { changedFile } from '#tools/mutation-tests/mutation.ts'
import { openDatabase } from '../support/database.ts'

const { runScript } = openDatabase()
const root = new URL('../../', import.meta.url)

test('mutations have different names', () => {
  const names = mutations.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})

test('the test files of all mutations exist', () => {
  const files = mutations.map(({ test }) => test)
  expect(files.filter((file) => !existsSync(new URL(file, root)))).toEqual([])
})

describe('this mutation can be applied:', () => {
  test.each(mutations)('$name', async ({ change }) => {
    if ('sql' in change) await runScript(change.sql)
    else expect(changedFile(change, root)).toContain(change.by)
  })
})

test('a text that a file does not contain is an error', () => {
  const missing = { file: 'package.json', text: 'no such text', by: '' }
  expect(() => changedFile(missing, root)).toThrow('contains this 0 times')
})
