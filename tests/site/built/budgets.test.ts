/* What a page weighs before anybody touches it, compressed as the host does at best: budgets.json. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { importsIn } from '#kit/scripts/script-imports.ts'
import { DIST, elementsOf, parsePage, type SitePage, valuesOf } from '#tests/support/built-site.ts'
import budgets from '../../../budgets.json' with { type: 'json' }
import { serveBuiltSite } from './served-site.ts'

const site = await serveBuiltSite()

const pages = globSync('**/*.html', { cwd: DIST })
  .map((file) => `/${file}`)
  .filter((path) => !path.startsWith('/admin'))
  .sort()
  .map((path) => parsePage(path, read(path)))

describe.each(pages)('$path', (page) => {
  const { path, html, document } = page

  test('fits its budget with its headers: the first flight, except where a page holds its cart or its lists', async () => {
    const headers = weightOfHeaders((await site.ask(path)).headers)
    expect(headers).toBeGreaterThan(500)
    expect(weight(html) + headers).toBeLessThanOrEqual(budgetFor(path, budgets.page))
  })

  test('fits the budget of its first scripts', () => {
    const scripts = firstScripts(page)
    expect(scripts.join()).toContain('service-worker.js')
    expect(scripts.join()).not.toContain('hydrateRoot')
    expect(weightOfAll(scripts)).toBeLessThanOrEqual(budgetFor(path, budgets.scripts))
  })

  test('rule 19.8: loads few files of scripts by itself, in two rounds, and no more than its budget', () => {
    const rounds = roundsOf(ownFiles(page))
    expect(rounds.length).toBeLessThanOrEqual(2)
    const files = rounds.flat()
    expect(files.length).toBeLessThanOrEqual(budgetFor(path, budgets.files))
    expect(weightOfAll(files.map(read))).toBeLessThanOrEqual(budgetFor(path, budgets.byItself))
  })

  test('fits the budget of all that it may run', () => {
    const total = weightOfAll(scriptsAfterTouch(page))
    expect(total).toBeLessThanOrEqual(budgetFor(path, budgets.scriptsAfterTouch))
  })

  test('inlines what must run at once, and has a URL for each script that is fetched later', () => {
    const later = elementsOf(document, 'template:is([data-on-demand], [data-after-load])').map(
      ({ innerHTML }) =>
        /^<script type="module" src="\/_astro\/[^"]+\.js"><\/script>$/.test(innerHTML),
    )
    expect(later.length).toBeGreaterThan(2)
    expect(later).not.toContain(false)
    const inline = elementsOf(document, 'script:not([src])').map(({ textContent }) => textContent)
    expect(inline.join()).toContain('data-menu-button')
  })

  test('rule 12.21: preloads each of its fonts', () => {
    const fonts = Array.from(html.matchAll(/url\("?([^")]+\.woff2)/g), ([, url]) => url)
    expect(new Set(fonts).size).toBe(2)
    const preloaded = valuesOf(document, 'link[rel="preload"][as="font"]', 'href')
    expect(preloaded.sort()).toEqual([...new Set(fonts)].sort())
  })

  test('is painted without waiting for a file', () => {
    expect(
      document.head.querySelector(
        'link[rel="stylesheet"], script[src]:not([type="module"], [defer], [async])',
      ),
    ).toBeNull()
  })
})

test('the script on demand of the checkout needs no React', () => {
  const checkout = pages.find(({ path }) => path === '/checkout.html')
  const template = checkout?.document.querySelector<HTMLTemplateElement>(
    'template[data-on-demand="placing"]',
  )
  const src = template?.content.querySelector('script')?.getAttribute('src')
  expect(withImports([src ?? '']).join()).not.toContain('hydrateRoot')
})

/** The scripts that a page runs by itself, and all that they import. */
function firstScripts({ document }: SitePage): string[] {
  const inline = elementsOf(document, 'script:not([src], [type="application/ld+json"])')
  return [...inline.map(({ textContent }) => textContent), ...withImports(ownScripts(document))]
}

/** The files of scripts that a page names and runs without being touched. */
function ownFiles({ document }: SitePage): string[] {
  return [...new Set([...ownScripts(document), ...islandsOf(document)])]
}

function ownScripts(document: Document): string[] {
  const onDemand = Array.from(
    document.querySelectorAll<HTMLTemplateElement>('template[data-on-demand]'),
    ({ content }) => content.querySelector('script')?.getAttribute('src'),
  )
  return valuesOf(document, 'script[src]', 'src').filter((src) => !onDemand.includes(src))
}

function islandsOf(document: Document): string[] {
  return ['component-url', 'renderer-url'].flatMap((name) =>
    valuesOf(document, 'astro-island', name),
  )
}

/** Those files, what they import, what that imports: each round is fetched when the one before it has come. */
function roundsOf(files: string[]): string[][] {
  const seen = new Set(files)
  const rounds = [files]
  for (const round of rounds) {
    const next = round.flatMap((file) => importsIn(read(file))).filter((file) => !seen.has(file))
    for (const file of next) seen.add(file)
    if (next.length > 0) rounds.push([...new Set(next)])
  }
  return rounds
}

/** Those, and what its islands and its scripts on demand need once somebody works with them. */
function scriptsAfterTouch(page: SitePage): string[] {
  const files = [...valuesOf(page.document, 'script[src]', 'src'), ...islandsOf(page.document)]
  return [...new Set([...firstScripts(page), ...withImports(files)])]
}

function withImports(paths: string[]): string[] {
  const files = new Set(paths)
  for (const path of files) for (const other of importsIn(read(path))) files.add(other)
  return Array.from(files, read)
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
