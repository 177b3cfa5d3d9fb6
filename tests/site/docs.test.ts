/* What the documentation, the code and the titles of tests refer to exists. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const PAGES = globSync('{*.md,docs/**/*.md,{tests,tools}/*/README.md}')
const CODE = globSync('{src,tools,tests,supabase}/**/*.{ts,tsx,mjs,astro,css,sql,toml}', {
  exclude: ['**/node_modules/**'],
})

const rules = new Set(
  [...read('docs/product.md').matchAll(/\*\*(\d+\.\d+)\*\*/g)].map(([, rule]) => rule),
)
const cases = new Set(
  [...read('docs/testing.md').matchAll(/^\| ([A-G]\d+) \|/gm)].map(([, label]) => label),
)

function read(file: string): string {
  return readFileSync(file, 'utf8')
}

it('there are rules, cases, pages and code', () => {
  for (const found of [rules.size, cases.size, PAGES.length, CODE.length]) {
    expect(found).toBeGreaterThan(10)
  }
})

describe('documentation', () => {
  it.each(PAGES)('%s links to files and headings that exist', (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)#]*)(?:#([^)]*))?\)/g)]
    const missing = links.filter(([, path = '', heading]) => {
      const target = path ? join(dirname(page), path) : page
      return !existsSync(target) || (heading && !headingsOf(target).includes(heading))
    })
    expect(missing.map(([link]) => link)).toEqual([])
  })

  it.each(PAGES)('%s names files of the repository that exist', (page) => {
    const paths = [
      ...read(page).matchAll(/`((?:src|tools|tests|docs|supabase|public)\/[\w/.-]+)`/g),
    ]
    expect(paths.map(([, path = '']) => path).filter((path) => !existsSync(path))).toEqual([])
  })
})

describe('code', () => {
  it('names pages of the documentation that exist', () => {
    const missing = citations(/docs\/[\w/-]+\.md/g, ([path]) => !existsSync(path))
    expect(missing).toEqual([])
  })

  it('cites rules of docs/product.md that exist', () => {
    const cited = /docs\/product\.md, rules? [\d., –and]+/g
    const missing = citations(cited, ([text]) =>
      [...text.matchAll(/\d+\.\d+/g)].some(([rule]) => !rules.has(rule)),
    )
    expect(missing).toEqual([])
  })

  it('cites cases of docs/testing.md that exist, in the titles of tests', () => {
    const missing = citations(/['"`](?:[A-G]\d{2,3} )+/g, ([labels]) =>
      labels
        .slice(1)
        .trim()
        .split(' ')
        .some((label) => !cases.has(label)),
    )
    expect(missing).toEqual([])
  })

  function citations(pattern: RegExp, isMissing: (match: RegExpExecArray) => boolean): string[] {
    return CODE.flatMap((file) =>
      // A comment that goes on in the next line begins with an asterisk or two hyphens there.
      [
        ...read(file)
          .replace(/\s*\n\s*(?:\*|\/\/|--|#)?\s*/g, ' ')
          .matchAll(pattern),
      ]
        .filter(isMissing)
        .map(([text]) => `${file}: ${text}`),
    )
  }
})

/** The anchors of a page's headings, as GitHub makes them. */
function headingsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
