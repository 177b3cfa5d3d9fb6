/*
 * A page has one sheet, with the classes of the files that the sheet names (src/styles). What a page shows, and loads
 * later, is among them: otherwise it would stand there without its look.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import { expect, it } from 'vitest'
import { fileOf, importSpecifiers } from '../support/import-specifiers.ts'

const pages = globSync('src/pages/**/*.astro')

it.each(pages)('%s has a sheet with the classes of all that it shows', (page) => {
  const files = reachedFrom(page)
  const sheets = files.filter((file) => file.startsWith('src/styles/'))
  expect(sheets).toHaveLength(1)
  const { named, left } = sourcesOf(sheets[0] ?? '')
  const components = files.filter((file) => /\.(tsx|astro)$/.test(file) && namesClasses(file))
  expect(components.filter((file) => !isIn(named, file) || isIn(left, file))).toEqual([])
})

it('no class of a component is among the words that the sheets leave out', () => {
  const css = readFileSync('src/styles/base.css', 'utf8')
  const words = css.match(/^@source not inline\("\{(.+)\}"\)/m)?.[1]?.split(',') ?? []
  expect(words).toContain('filter')
  const found = globSync('src/**/*.{tsx,astro}').flatMap((file) =>
    classesIn(readFileSync(file, 'utf8'))
      .filter((name) => words.includes(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(found).toEqual([])
})

function classesIn(text: string): string[] {
  const lists = text.matchAll(/\bclass(?:Name)?=(?:"([^"]*)"|\{`([^`]*)`)/g)
  return [...lists].flatMap(([, plain, template]) => (plain ?? template ?? '').split(/\s+/))
}

/** A file and all that it imports, at once or later. */
function reachedFrom(file: string): string[] {
  const reached = new Set([file])
  for (const next of reached) {
    if (!/\.(tsx?|astro)$/.test(next)) continue
    for (const { specifier, isTypeOnly } of importSpecifiers(readFileSync(next, 'utf8'))) {
      const other = fileOf(next, specifier)
      if (other && !isTypeOnly) reached.add(other)
    }
  }
  return [...reached]
}

function namesClasses(file: string): boolean {
  return /\bclass(Name)?[=:]/.test(readFileSync(file, 'utf8'))
}

/** The files that Tailwind reads for a sheet, and those of them that it leaves out. */
function sourcesOf(sheet: string): { named: string[]; left: string[] } {
  const css = readFileSync(sheet, 'utf8')
  const sources = { named: [] as string[], left: [] as string[] }
  for (const [, not, glob = ''] of css.matchAll(/^@source (not )?"(.+)"/gm))
    sources[not ? 'left' : 'named'].push(join(dirname(sheet), glob))
  for (const [, other = ''] of css.matchAll(/^@import "(\.\/.+)"/gm)) {
    const { named, left } = sourcesOf(join(dirname(sheet), other))
    sources.named.push(...named)
    sources.left.push(...left)
  }
  return sources
}

/** A folder stands for all that is in it. */
function isIn(globs: string[], file: string): boolean {
  return globs.some((glob) => matchesGlob(file, glob) || matchesGlob(file, `${glob}/**`))
}
