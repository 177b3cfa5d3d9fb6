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

/** What the host's rules make of a path, whether or not an order or a product has it. */
const STATUSES = {
  '/': 200,
  '/checkout': 200,
  '/order/confirmation/ABCDEFGH': 200,
  '/order/tracking/ABCDEFGH': 200,
  '/admin/orders/ABCDEFGH': 200,
  '/no-such-page': 404,
  '/product/no-such': 404,
}

export function siteGuarantees(site: string): Guarantee[] {
  return [
    {
      says: 'Every page opens, those of orders included, and no other',
      remedy: REMEDY,
      async passes() {
        const paths = Object.entries(STATUSES)
        const responses = await Promise.all(paths.map(([path]) => requestPage(site, path)))
        const wrong = paths.flatMap(([path, status], nth) => {
          const found = responses[nth]?.status
          return found === status ? [] : [`${path} responds with ${found} instead of ${status}.`]
        })
        return wrong.length === 0 || [...wrong, REMEDY].join('\n          ')
      },
    },
    {
      says: 'The site sends its orders to this project',
      remedy:
        'The site sends its orders to another project: set PUBLIC_SUPABASE_URL as CONTRACT_SUPABASE_URL is, and publish.',
      async passes(project) {
        const policy = (await requestPage(site, '/checkout')).headers.get('content-security-policy')
        const { origin } = new URL(project.url)
        const source = origin === new URL(site).origin ? "'self'" : origin
        return (
          /connect-src ([^;]*)/
            .exec(policy ?? '')?.[1]
            ?.split(' ')
            .includes(source) === true
        )
      },
    },
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
