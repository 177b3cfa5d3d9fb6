/* SECURITY.md cites labels of test titles; titles, comments and documents cite rules of two pages of docs. What they cite exists. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Citation {
  file: string
  cited: string
}

/** The labels at the start of a title: `'D05 D06 a lost response …'`, or a column of a table of cases. */
const LABELS = /['"`]((?:[A-G]\d{2,3}(?: |(?=['"`])))+)/g
/** "rule 5.3", "rules 14.6 to 14.8", "rules 18.1, 18.2 and 18.3". */
const RULES = /\brules? (\d+\.\d+(?:(?:, | to | and )\d+\.\d+)*)/g

const testFiles = globSync(['{src,tools}/**/*.test.{ts,tsx}', 'tests/**/*.ts'], {
  exclude: ['**/node_modules/**'],
})
const textFiles = globSync(
  ['{src,tests,tools,supabase}/**/*.{ts,tsx,astro,mjs,css,sql}', '*.{md,mjs,ts}', 'docs/**/*.md'],
  { exclude: ['**/node_modules/**'] },
)

const titleLabels = testFiles.flatMap((file) => citations(file, LABELS, /[A-G]\d{2,3}/g))
const RULES_PAGES = ['docs/product.md', 'docs/desk-rules.md']
const listedRules = RULES_PAGES.flatMap((page) => labelsIn(page, /\*\*(\d+\.\d+)\*\*/g))
const citedRules = textFiles.flatMap((file) => citations(file, RULES, /\d+\.\d+/g))

test('every label that SECURITY.md cites starts a title', () => {
  const labels = new Set(titleLabels.map(({ cited }) => cited))
  const cited = labelsIn('SECURITY.md', /\b([A-G]\d{2,3})\b/g)
  expect(cited.length).toBeGreaterThan(20)
  expect(cited.filter((label) => !labels.has(label))).toEqual([])
})

test('no rule is listed twice', () => {
  expect(listedRules.filter((one, at, all) => all.indexOf(one) !== at)).toEqual([])
})

test('every rule that a title, a comment or a document cites stands on a page of rules', () => {
  expect(citedRules.length).toBeGreaterThan(20)
  expect(citedRules.filter(({ cited }) => !listedRules.includes(cited))).toEqual([])
})

function labelsIn(file: string, pattern: RegExp): string[] {
  return Array.from(readFileSync(file, 'utf8').matchAll(pattern), ([, label = '']) => label)
}

function citations(file: string, place: RegExp, label: RegExp): Citation[] {
  return labelsIn(file, place).flatMap((labels) =>
    (labels.match(label) ?? []).map((cited) => ({ file, cited })),
  )
}
