/* The published site, where its address was given. */
import type { Guarantee } from './project.ts'
import { visit } from './visit.ts'

const REMEDY = 'netlify.toml says what each page is sent with: is the site served by another host?'

const ON_EVERY_PAGE: [header: string, value: RegExp][] = [
  ['strict-transport-security', /max-age=[1-9]\d{7}/],
  ['content-security-policy', /frame-ancestors 'none'/],
  ['x-content-type-options', /^nosniff$/],
  ['x-frame-options', /^DENY$/i],
  ['referrer-policy', /strict-origin-when-cross-origin|same-origin|no-referrer/],
]

export function siteGuarantees(site: string): Guarantee[] {
  return [
    ...['/', '/checkout', '/admin/orders', '/no-such-page'].map((path) => ({
      says: `${path} is sent with the headers that keep other sites out`,
      remedy: REMEDY,
      async isKept() {
        const { headers } = await visit(site, path)
        return ON_EVERY_PAGE.every(([name, value]) => value.test(headers.get(name) ?? ''))
      },
    })),
    {
      says: 'Admin pages are kept by no cache and no search engine',
      remedy: REMEDY,
      async isKept() {
        const page = await visit(site, '/admin/orders')
        return (
          page.headers.get('cache-control') === 'no-store' &&
          (await page.text()).includes('name="robots" content="noindex"')
        )
      },
    },
    {
      says: 'What built the site is not published with it',
      remedy: 'Netlify > Build & deploy: the publish directory is "dist".',
      async isKept() {
        const paths = [
          '/.env',
          '/.git/HEAD',
          '/netlify.toml',
          '/package.json',
          '/supabase/config.toml',
        ]
        const answers = await Promise.all(paths.map((path) => visit(site, path)))
        return answers.every(({ status }) => status === 404)
      },
    },
  ]
}
