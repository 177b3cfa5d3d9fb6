import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openTemplateDatabase } from '#tests/support/template-database.ts'
import { generateTypes, TYPES_FILE } from '#tools/generate/database-types.ts'

test('the row types are what npm run generate would write', async () => {
  const saved = readFileSync(new URL(`../../${TYPES_FILE}`, import.meta.url), 'utf8')
  expect(saved.replaceAll('\r\n', '\n')).toBe(await generateTypes(openTemplateDatabase))
})
