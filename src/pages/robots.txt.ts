import type { APIRoute } from 'astro'
import { absolute } from '#seo/page-metadata.ts'

/** Nothing is disallowed: crawlers have to load a page to see its `noindex`. */
const lines = ['User-agent: *', 'Allow: /', '', `Sitemap: ${absolute('/sitemap-index.xml')}`, '']

export const GET: APIRoute = () =>
  new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
