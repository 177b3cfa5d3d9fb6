/* What a page weighs before anybody touches it, compressed as the host does at best: budgets.json. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { DIST, elementsOf, parsePage, type SitePage, valuesOf } from '#tests/support/built-site.ts'
import { importsIn } from '#tools/build/script-imports.ts'
import budgets from '../../../budgets.json' with { type: 'json' }
import { serveBuiltSite } from './served-site.ts'

const site = await serveBuiltSite()

const pages = globSync('**/*.html', { cwd: DIST })
  .map((file) => `/${file}`)
  .filter((path) => !path.startsWith('/admin'))
  .sort()
  .map((path) => parsePage(path, read(path)))

test.each(['', 'about', 'blog', 'blog/1', 'results', 'questions'])(
  '/%s, a page to read, has no island',
  (name) => {
    const page = pages.find(({ path }) => path === `/${name || 'index'}.html`)
    expect(page?.document.querySelectorAll('astro-island')).toHaveLength(0)
  },
)

describe.each(pages)('$path', (page) => {
  const { path, html, document } = page

  test('fits its budget with its headers', async () => {
    const headers = weightOfHeaders((await site.ask(path)).headers)
    expect(headers).toBeGreaterThan(500)
    expect(weight(html) + headers).toBeLessThanOrEqual(budgetFor(path, budgets.page))
  })

  test('rule 19.8: runs no more script by itself than its budget, and React only for an island', () => {
    const files = scriptsOf(page).map(read)
    const hasReact = files.some((file) => file.includes('hydrateRoot'))
    expect(hasReact).toBe(document.querySelector('astro-island') !== null)
    expect(weightOfAll([...inlineScripts(page), ...files])).toBeLessThanOrEqual(
      budgetFor(path, budgets.scripts),
    )
  })

  test('rule 19.9: asks for no more files by itself than its budget: itself, its scripts and its fonts', () => {
    const scripts = scriptsOf(page)
    expect(scripts.length).toBeGreaterThan(0)
    expect(1 + scripts.length + fontsOf(page).size).toBeLessThanOrEqual(
      budgetFor(path, budgets.requests),
    )
  })

  test('inlines what notices missing scripts, before any of them', () => {
    expect(inlineScripts(page)[0]).toContain('astro:hydration-error')
  })

  test('rule 12.21: preloads each of its fonts', () => {
    const fonts = fontsOf(page)
    expect(fonts.size).toBe(2)
    const preloaded = valuesOf(document, 'link[rel="preload"][as="font"]', 'href')
    expect(preloaded.sort()).toEqual([...fonts].sort())
  })

  test('is painted without waiting for a file', () => {
    expect(
      document.head.querySelector(
        'link[rel="stylesheet"], script[src]:not([type="module"], [defer], [async])',
      ),
    ).toBeNull()
  })
})

function inlineScripts({ document }: SitePage): string[] {
  return elementsOf(document, 'script:not([src], [type="application/ld+json"])').map(
    ({ textContent }) => textContent,
  )
}

function islandsOf({ document }: SitePage): string[] {
  return ['component-url', 'renderer-url'].flatMap((name) =>
    valuesOf(document, 'astro-island', name),
  )
}

/** The files that a page runs by itself, with all that they import. */
function scriptsOf(page: SitePage): string[] {
  const files = new Set([...valuesOf(page.document, 'script[src]', 'src'), ...islandsOf(page)])
  for (const file of files) for (const other of importsIn(read(file))) files.add(other)
  return [...files]
}

function fontsOf({ html }: SitePage): Set<string | undefined> {
  return new Set(Array.from(html.matchAll(/url\("?([^")]+\.woff2)/g), ([, url]) => url))
}

function read(path: string): string {
  return readFileSync(join(DIST, path), 'utf8')
}

const weights = new Map<string, number>()

/** Pages share most of their scripts. */
function weight(text: string): number {
  const bytes = weights.get(text) ?? brotliCompressSync(text).length
  weights.set(text, bytes)
  return bytes
}

function weightOfAll(scripts: string[]): number {
  return scripts.reduce((sum, script) => sum + weight(script), 0)
}

/** As HTTP/1.1 writes it; HTTP/2 saves a quarter, which is about what a host adds of its own. */
function weightOfHeaders(headers: object): number {
  return Object.entries(headers).reduce(
    (sum, [name, value]) => sum + `${name}: ${value}\r\n`.length,
    0,
  )
}

function budgetFor(path: string, budgetsByStart: Record<string, number>): number {
  return Object.entries(budgetsByStart).find(([start]) => path.startsWith(start))?.[1] ?? 0
}
