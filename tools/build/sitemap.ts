import { readFileSync } from 'node:fs'
import sitemap from '@astrojs/sitemap'
import type { AstroIntegration } from 'astro'
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

/** The integration works outside the content layer, so it reads the article's own front matter. */
function lastChangeOf(id: string): string {
  return lastChangeIn(readFileSync(`src/content/blog/${id}.md`, 'utf8'))
}

export function lastChangeIn(article: string): string {
  const [, fields = ''] = article.split(/^---\r?$/m)
  const [, day] = /^updated: (\S+)/m.exec(fields) ?? /^date: (\S+)/m.exec(fields) ?? []
  if (!day) throw new Error('An article has no date in its front matter')
  return day
}
