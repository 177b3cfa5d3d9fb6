/* What a built shop must have, read from its files. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { textsIn } from '#tests/support/built-site.ts'

export interface BuiltShop {
  pages: string[]
  /** Paths. */
  sitemap: string[]
  feedItems: number
}

/** Of the folder of a build. Links and files that lead nowhere stop it: tools/build/checks/links.ts. */
export function readBuiltShop(dist: string): BuiltShop {
  const xml = (name: string) => readFileSync(join(dist, name), 'utf8')
  return {
    pages: globSync('**/*.html', { cwd: dist }).sort(),
    sitemap: textsIn(xml('sitemap-0.xml'), 'loc')
      .map((url) => new URL(url).pathname)
      .sort(),
    feedItems: textsIn(xml('rss.xml'), 'item').length,
  }
}
