import { readFileSync } from 'node:fs'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openTemplateDatabase } from '#tests/support/template-database.ts'
import { generateTypes, TYPES_FILE } from '#tools/generate/database-types.ts'

test('the row types are what npm run generate would write', async () => {
  const { name, close } = await openTemplateDatabase()
  onTestFinished(close)
  const saved = readFileSync(new URL(`../../${TYPES_FILE}`, import.meta.url), 'utf8')
  const types = await generateTypes({ ...inject('postgres'), database: name })
  expect(saved.replaceAll('\r\n', '\n')).toBe(types)
})
