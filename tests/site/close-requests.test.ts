/* What opens over a page closes by Esc and by the Back of a phone, which the browser does for these (rule 12.32). */
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const sources = globSync('src/**/*.{ts,tsx,astro}')
  .filter((file) => !file.includes('.test.'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const filesWith = (pattern: RegExp) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

it('rule 12.32: what opens over a page is a modal <dialog> or a popover', () => {
  expect(filesWith(/role="dialog"|aria-modal|popover="manual"/)).toEqual([])
  // A module of its own opens that of Menu.astro.
  const opened = filesWith(/\.showModal\(\)/).map((file) => file.replace('/menu.ts', '/Menu.astro'))
  expect(opened).toEqual(filesWith(/<dialog\b/))
})
