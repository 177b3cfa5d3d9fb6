import type { APIRoute } from 'astro'
import { absolute } from '#features/content/metadata/absolute.ts'
import { PRIVATE_PATHS } from '#features/content/metadata/private-pages.ts'

const lines = [
  'User-agent: *',
  ...PRIVATE_PATHS.map((path) => `Disallow: ${path}`),
  '',
  `Sitemap: ${absolute('/sitemap-index.xml')}`,
  '',
]

export const GET: APIRoute = () =>
  new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
