/* What a page weighs before anybody touches it, compressed as the host does at best: budgets.json. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
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

/** The scripts that run at once and all that they import; not what they may import later. */
function firstScripts(html: string): string[] {
  const inline = html.matchAll(/<script(?![^>]*(?: src=|ld\+json))[^>]*>(.*?)<\/script>/gs)
  const files = new Set(Array.from(html.matchAll(/<script[^>]* src="([^"]+)"/g), ([, url]) => url))
  for (const url of files) {
    for (const [, name] of read(url ?? '').matchAll(/(?:from|import)\s*["']\.\/([^"']+)["']/g)) {
      files.add(`/_astro/${name}`)
    }
  }
  return [
    ...Array.from(inline, ([, code = '']) => code),
    ...Array.from(files, (url) => read(url ?? '')),
  ]
}

for (const path of pages) {
  test(`${path} fits the first flight and its scripts their budget`, () => {
    const html = read(path)
    expect(weight(html)).toBeLessThanOrEqual(budgets.page)

    const scripts = firstScripts(html)
    expect(scripts.join()).not.toContain('hydrateRoot')
    const [, budget = 0] =
      Object.entries(budgets.scripts).find(([start]) => path.startsWith(start)) ?? []
    const total = scripts.reduce((sum, script) => sum + weight(script), 0)
    expect(total).toBeLessThanOrEqual(budget)
  })

  test(`nothing on ${path} keeps it from being painted`, () => {
    const head = read(path).split('</head>')[0] ?? ''
    expect(head).not.toMatch(/<link[^>]* rel="stylesheet"/)
    expect(head).not.toMatch(
      /<script(?![^>]*(?:type="module"|type="application\/ld\+json"| defer| async))[^>]* src=/,
    )
  })
}
