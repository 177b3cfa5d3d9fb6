/* The list of `npm run test:mutations` follows the code: each line is where the list says. */
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { mutations } from '#tools/mutation-tests/list.ts'
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
  test.each(mutations)('$name', ({ sql }) => runScript(sql))
})
