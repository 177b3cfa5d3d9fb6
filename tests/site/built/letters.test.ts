/* Text is shown in the web fonts, which carry the letters of tools/fonts/faces.mjs only. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DIST, parsePage } from '#tests/support/built-site.ts'
import { LETTERS } from '#tools/fonts/faces.mjs'

test('the web fonts have every letter of the built pages', () => {
  const pages = globSync('**/*.html', { cwd: DIST })
  expect(pages.length).toBeGreaterThan(30)
  const missing = pages.flatMap((page) => {
    const { document } = parsePage(page, readFileSync(join(DIST, page), 'utf8'))
    for (const code of document.querySelectorAll('script, style')) code.remove()
    const letters = new Set(document.documentElement.textContent)
    return [...letters]
      .filter((letter) => letter.trim() && !LETTERS.has(letter))
      .map((letter) => `${page}: ${letter}`)
  })
  expect(missing).toEqual([])
})
