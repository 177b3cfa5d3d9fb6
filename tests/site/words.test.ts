/* No name and no comment uses a word of the column "Not" of docs/glossary.md. */
import { globSync, readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { expect, it } from 'vitest'
import { wordings } from '../support/names-and-comments.ts'

const FILES = globSync(
  ['*.{ts,mjs}', '{src,tools,tests,supabase}/**/*.{ts,tsx,mjs,astro,css,sql}'],
  { exclude: ['**/node_modules/**'] },
).map((file) => file.replaceAll('\\', '/'))

interface Term {
  /** One word or several; `*` stands for any ending. */
  not: string
  use: string
}

interface Exception {
  words: string
  /** A glob, or '' for every file. */
  where: string
}

const { terms, exceptions } = parseGlossary(readFileSync('docs/glossary.md', 'utf8'))

it('the glossary has terms', () => {
  expect(terms.length).toBeGreaterThan(20)
})

it('every name and comment follows it', () => {
  expect(FILES.length).toBeGreaterThan(100)
  expect(FILES.flatMap(wrongWordsOf)).toEqual([])
})

function wrongWordsOf(file: string): string[] {
  const inPath = wrongWords(file, file, terms, exceptions).map((wrong) => `${file}: ${wrong}`)
  const whole = readFileSync(file, 'utf8')
  // Most files have none, and parsing takes long. An exception of several words may be in two texts.
  const anywhere = exceptions.filter(({ words }) => !words.includes(' '))
  if (wrongWords(whole, file, terms, anywhere).length === 0) return inPath
  const inText = wordings(file, whole).flatMap((text) =>
    wrongWords(text, file, terms, exceptions).map((wrong) => `${file}: ${wrong} in "${text}"`),
  )
  return [...inPath, ...inText]
}

function wrongWords(text: string, file: string, not: Term[], allowed: Exception[]): string[] {
  const words = ` ${inWords(text)} `
  // Most texts have none. One pattern for all terms finds that sooner than one for each.
  if (words.search(patternOf(...not.map((term) => term.not))) < 0) return []
  const excepted = allowed
    .flatMap(({ words: other, where }) =>
      [...words.matchAll(patternOf(other))].map((found) => ({ found, where })),
    )
    .filter(({ where }) => !where || matchesGlob(file, where))
    .map(({ found }) => found)
  return not.flatMap((term) =>
    [...words.matchAll(patternOf(term.not))]
      .filter((found) => !excepted.some((other) => contains(other, found)))
      .map(([found]) => `${found.trim()} (${term.use})`),
  )
}

function contains(outer: RegExpExecArray, inner: RegExpExecArray): boolean {
  const end = (match: RegExpExecArray) => match.index + match[0].length
  return outer.index <= inner.index && end(inner) <= end(outer)
}

const patterns = new Map<string, RegExp>()

function patternOf(...terms: string[]): RegExp {
  const key = terms.join('|')
  const known = patterns.get(key)
  if (known) return known
  const words = terms.map((term) => term.split('*').map(inWords).join('\\w*'))
  const pattern = new RegExp(` (?:${words.join('|')})(?= )`, 'g')
  patterns.set(key, pattern)
  return pattern
}

/** `cachedPages`, `cached_pages` and `Cached pages.` are all "cached pages". */
function inWords(text: string): string {
  return text
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

/** The code in the column "Not" of its general words, and its exceptions. */
function parseGlossary(text: string): { terms: Term[]; exceptions: Exception[] } {
  const [, general = '', excepted = ''] = text.split(/^## (?:General words|Exceptions)$/m)
  const uses = new Map<string, string[]>()
  for (const [use = '', , cell = ''] of rows(general)) {
    for (const not of code(cell)) uses.set(not, [...(uses.get(not) ?? []), use])
  }
  return {
    terms: [...uses].map(([not, use]) => ({ not, use: use.join('; ') })),
    exceptions: rows(excepted).flatMap(([cell = '', globs = '']) =>
      code(cell).flatMap((words) =>
        (code(globs).length > 0 ? code(globs) : ['']).map((where) => ({ words, where })),
      ),
    ),
  }
}

function rows(text: string): string[][] {
  return [...text.matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) => row.split(' | '))
}

function code(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)
}
