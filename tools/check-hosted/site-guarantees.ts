/* The published site, where its URL was given. */
import { type Guarantee, requestPage } from './project.ts'

const REMEDY =
  'netlify.toml says what each page is sent with. Another host gets its rules by "npm run second-host".'

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
      async passes() {
        const { headers } = await requestPage(site, path)
        return ON_EVERY_PAGE.every(([name, value]) => value.test(headers.get(name) ?? ''))
      },
    })),
    {
      says: 'Admin pages are in no cache and no search engine',
      remedy: REMEDY,
      async passes() {
        const page = await requestPage(site, '/admin/orders')
        return (
          page.headers.get('cache-control') === 'no-store' &&
          (await page.text()).includes('name="robots" content="noindex"')
        )
      },
    },
    {
      says: 'What built the site is not published with it',
      remedy: 'Netlify > Build & deploy: the publish directory is "dist".',
      async passes() {
        const paths = [
          '/.env',
          '/.git/HEAD',
          '/netlify.toml',
          '/package.json',
          '/supabase/config.toml',
        ]
        const responses = await Promise.all(paths.map((path) => requestPage(site, path)))
        return responses.every(({ status }) => status === 404)
      },
    },
  ]
}
