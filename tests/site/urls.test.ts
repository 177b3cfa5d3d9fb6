/* The paths of src/paths.ts, the pages and the host's rules are consistent. Responses: tests/site/built. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { paths } from '#paths.ts'

it('the form of a new order has a page, which wins over the rule for one order', () => {
  expect(existsSync(`src/pages${paths.adminNewOrder}.astro`)).toBe(true)
})

it('nothing is built with the URL of the settings, which a host may replace, but with `site` of Astro', () => {
  const files = globSync('src/**/*.{ts,tsx,astro}').filter((file) => !file.endsWith('.test.ts'))
  const wrong = files.filter((file) => /\bsettings\.site\b/.test(readFileSync(file, 'utf8')))
  expect(wrong).toEqual([])
})

it('every rule leads to a page of the site', () => {
  const targets = readFileSync('netlify.toml', 'utf8').matchAll(/^\s*to = "(\/[^"]*)"/gm)
  const pages = [...targets].map(
    ([, to = '']) => `src/pages${to.replace(/\?.*$|\.html$/, '')}.astro`,
  )
  expect(pages.length).toBeGreaterThan(5)
  expect(pages.filter((page) => !existsSync(page))).toEqual([])
})
