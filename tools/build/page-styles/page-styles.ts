/*
 * Tailwind writes one sheet for the whole site. Each page keeps the rules it can ever use, in one
 * inlined style: docs/decisions/islands.md.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { readScripts, textOfPage } from './text-of-page.ts'
import { usedRules } from './used-rules.ts'

/** Must come before integrations that read the finished pages, such as the content policy. */
export function pageStyles(): AstroIntegration {
  return {
    name: 'page-styles',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const folder = fileURLToPath(dir)
        const scripts = await readScripts(join(folder, '_astro'))
        const files = await readdir(folder, { recursive: true })
        for (const file of files.filter((name) => name.endsWith('.html'))) {
          const path = join(folder, file)
          await writeFile(path, withUsedRules(await readFile(path, 'utf8'), scripts))
        }
      },
    },
  }
}

const STYLE = /<style>(.*?)<\/style>/gs

/** All styles of the page become one, where the first one stood. */
export function withUsedRules(page: string, scripts: ReadonlyMap<string, string>): string {
  const sheet = Array.from(page.matchAll(STYLE), ([, rules = '']) => rules).join('')
  const bare = page.replaceAll(STYLE, '')
  const place = page.search(STYLE)
  if (place === -1) return page
  const style = `<style>${usedRules(sheet, textOfPage(bare, scripts))}</style>`
  return bare.slice(0, place) + style + bare.slice(place)
}
