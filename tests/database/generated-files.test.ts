import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openTemplateDatabase } from '#tests/support/template-database.ts'
import { generateFiles } from '#tools/generate/generated-files.ts'

test('the row types are what npm run generate would write', async () => {
  for (const { path, content } of await generateFiles(openTemplateDatabase)) {
    const file = new URL(`../../${path}`, import.meta.url)
    expect(readFileSync(file, 'utf8').replaceAll('\r\n', '\n'), path).toBe(content)
  }
})
