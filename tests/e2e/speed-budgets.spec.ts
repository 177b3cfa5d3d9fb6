/* What a page weighs before anybody touches it, compressed as the host does at best: budgets.json. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { APIResponse } from '@playwright/test'
import budgets from '../../budgets.json' with { type: 'json' }
import { expect, test } from './support/shop-test.ts'

const SITE = 'dist'
const pages = globSync('**/*.html', { cwd: SITE })
  .map((file) => `/${file}`)
  .filter((path) => !path.startsWith('/admin'))
  .sort()

function weight(text: string): number {
  return brotliCompressSync(text).length
}

function read(path: string): string {
  return readFileSync(join(SITE, path), 'utf8')
}

/** The scripts that a page runs by itself, and all that they import. */
function firstScripts(html: string): string[] {
  const inline = html.matchAll(/<script(?![^>]*(?: src=|ld\+json))[^>]*>(.*?)<\/script>/gs)
  const files = filesOf(html.replace(/<template data-on-demand>.*?<\/template>/gs, ''))
  return [...Array.from(inline, ([, code = '']) => code), ...withImports(files)]
}

/** Those, and what its islands and its scripts on demand need once somebody works with them. */
function scriptsAfterTouch(html: string): string[] {
  const ofIslands = named(/(?:renderer-url|component-url)="([^"]+\.js)"/g, html)
  return [...new Set([...firstScripts(html), ...withImports([...filesOf(html), ...ofIslands])])]
}

function filesOf(html: string): string[] {
  return named(/<script[^>]* src="([^"]+)"/g, html)
}

function withImports(urls: Iterable<string>): string[] {
  const files = new Set(urls)
  for (const url of files) {
    const imports = named(/(?:from|import)\s*["'`]\.\/([^"'`]+)/g, read(url))
    for (const name of imports) files.add(`/_astro/${name}`)
  }
  return Array.from(files, read)
}

function named(pattern: RegExp, text: string): string[] {
  return Array.from(text.matchAll(pattern), ([, name = '']) => name)
}

function budgetFor(path: string, budgetsByStart: Record<string, number>): number {
  return Object.entries(budgetsByStart).find(([start]) => path.startsWith(start))?.[1] ?? 0
}

function weightOfAll(scripts: string[]): number {
  return scripts.reduce((sum, script) => sum + weight(script), 0)
}

/** As HTTP/1.1 writes it; HTTP/2 saves a quarter, which is about what a host adds of its own. */
function weightOfHeaders(response: APIResponse): number {
  return response
    .headersArray()
    .reduce((sum, { name, value }) => sum + `${name}: ${value}\r\n`.length, 0)
}

for (const path of pages) {
  test(`${path} fits the first flight with its headers`, async ({ request }) => {
    const headers = weightOfHeaders(await request.get(path))
    expect(headers).toBeGreaterThan(500)
    expect(weight(read(path)) + headers).toBeLessThanOrEqual(budgets.page)
  })

  test(`the first scripts of ${path} fit their budget`, () => {
    const html = read(path)
    const scripts = firstScripts(html)
    expect(scripts.join()).toContain('data-cart-count')
    expect(scripts.join()).not.toContain('hydrateRoot')
    expect(weightOfAll(scripts)).toBeLessThanOrEqual(budgetFor(path, budgets.scripts))
  })

  test(`all that ${path} may run fits its budget`, () => {
    const scripts = scriptsAfterTouch(read(path))
    const total = weightOfAll(scripts)
    expect(total).toBeLessThanOrEqual(budgetFor(path, budgets.scriptsAfterTouch))
  })

  test(`nothing on ${path} keeps it from being painted`, () => {
    const head = read(path).split('</head>')[0] ?? ''
    expect(head).not.toMatch(/<link[^>]* rel="stylesheet"/)
    expect(head).not.toMatch(
      /<script(?![^>]*(?:type="module"|type="application\/ld\+json"| defer| async))[^>]* src=/,
    )
  })
}
