import type { APIRoute } from 'astro'
import { absolute } from '#seo/absolute.ts'

/** Nothing is disallowed: a page that is not to be found says so by `noindex`, which must be read. */
const lines = ['User-agent: *', 'Allow: /', '', `Sitemap: ${absolute('/sitemap-index.xml')}`, '']

export const GET: APIRoute = () =>
  new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
