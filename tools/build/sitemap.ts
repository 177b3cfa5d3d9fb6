import { readFileSync } from 'node:fs'
import sitemap from '@astrojs/sitemap'
import type { AstroIntegration } from 'astro'
import { parseFrontmatter } from 'astro/markdown'
import { isPublic } from '#paths.ts'

/** Lists the public pages for search engines; articles with the day of their last change. */
export function shopSitemap(): AstroIntegration {
  return sitemap({
    filter: (url) => isPublic(new URL(url).pathname),
    serialize: (page) => {
      const [, id] = /\/blog\/(\d+)$/.exec(page.url) ?? []
      return id === undefined ? page : { ...page, lastmod: lastChangeOf(id) }
    },
  })
}

/** An integration has no access to the content layer, whose schema has validated the days, so it parses them again. */
function lastChangeOf(id: string): string {
  return lastChangeIn(readFileSync(`src/content/blog/${id}.md`, 'utf8'))
}

export function lastChangeIn(article: string): string {
  const { date, updated = date } = parseFrontmatter(article).frontmatter
  return (updated as Date).toISOString().slice(0, 10)
}
