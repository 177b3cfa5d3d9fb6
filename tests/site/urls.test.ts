/* Where the URL of the site comes from. */
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('nothing is built with the URL of the settings, which a host may replace, but with `site` of Astro', () => {
  const files = globSync('src/**/*.{ts,tsx,astro}').filter((file) => !file.endsWith('.test.ts'))
  const wrong = files.filter((file) => /\bsettings\.site\b/.test(readFileSync(file, 'utf8')))
  expect(wrong).toEqual([])
})
