/* Rule 11.8: what the built site uses, the oldest browsers have, by MDN's compatibility data. */
import { expect, test } from 'vitest'
import {
  type Exception,
  SCRIPT_EXCEPTIONS,
  STYLE_EXCEPTIONS,
} from '#tools/compatibility/exceptions.ts'
import { missingInScripts } from '#tools/compatibility/script-features.ts'
import { shippedCode } from '#tools/compatibility/shipped-code.ts'
import { missingInStyles } from '#tools/compatibility/style-features.ts'

const code = shippedCode('dist')

test('scripts use nothing that an oldest browser lacks, reviewed exceptions excepted', () => {
  expect(code.scripts.size).toBeGreaterThan(50)
  expect([...missingInScripts(code.scripts)].sort()).toEqual(allOf(SCRIPT_EXCEPTIONS))
})

test('styles use nothing that an oldest browser lacks, reviewed exceptions excepted', () => {
  expect(code.styles.size).toBeGreaterThan(5)
  expect([...missingInStyles(code.styles)].sort()).toEqual(allOf(STYLE_EXCEPTIONS))
})

function allOf(exceptions: Exception[]): string[] {
  return exceptions.flatMap(({ features }) => features).sort()
}
