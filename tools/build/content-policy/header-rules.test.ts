import { parseAllHeaders } from '@netlify/headers-parser'
import { beforeAll, describe, expect, test } from 'vitest'
import { type HostRules, readHostRules } from '#tools/site-server/netlify-rules/host-rules.ts'
import { type PageRule, readPageRules } from '#tools/site-server/netlify-rules/page-rules.ts'
import { headerRules } from './header-rules.ts'

const HOSTED = {
  PUBLIC_SUPABASE_URL: 'https://abc.supabase.co',
  PUBLIC_ORDER_FORM_URL: 'https://forms.example/f/order',
  PUBLIC_CONTACT_FORM_URL: 'https://letters.example/f/contact',
}
const LOCAL = { PUBLIC_SUPABASE_URL: '/', PUBLIC_ORDER_FORM_URL: '/forms/order' }

const FILES =
  `404 about admin admin/dashboard admin/order admin/orders admin/orders/new blog blog/1 blog/not-found cart
  checkout contact index order/confirmation order/tracking product/not-found product/single products`
    .split(/\s+/)
    .map((name) => `/${name}.html`)

/** The file behind each path: pages by either name, the targets of rewrites, and nothing at all. */
const SERVED: [path: string, file: string][] = [
  ...FILES.map((file): [string, string] => [file, file]),
  ['/', '/index.html'],
  ['/products', '/products.html'],
  ['/blog/1', '/blog/1.html'],
  ['/blog/7', '/blog/not-found.html'],
  ['/product/single', '/product/single.html'],
  ['/product/unknown', '/product/not-found.html'],
  ['/product/not-found', '/product/not-found.html'],
  ['/order/tracking', '/404.html'],
  ['/order/tracking/ABCDEFGH', '/order/tracking.html'],
  ['/order/confirmation/ABCDEFGH', '/order/confirmation.html'],
  ['/admin', '/admin.html'],
  ['/admin/order', '/404.html'],
  ['/admin/orders', '/admin/orders.html'],
  ['/admin/orders/ABCDEFGH', '/admin/order.html'],
  ['/admin/orders/new', '/admin/orders/new.html'],
  ['/admin/nothing', '/404.html'],
  ['/administrator', '/404.html'],
  ['/ADMIN', '/404.html'],
  ['/_astro/gone.js', '/404.html'],
]

let pageRules: PageRule[]
let hostRules: HostRules

beforeAll(async () => {
  ;[pageRules, hostRules] = await Promise.all([readPageRules('.'), readHostRules('.')])
})

type Policy = Record<string, string[]>

/** The policies that the host's own matcher finds for a path, in the order of the rules. */
async function policiesFor(path: string, settings: Record<string, string>): Promise<Policy[]> {
  const pages = FILES.map((file) => ({
    file,
    scripts: [`script:${file}`],
    styles: [`style:${file}`],
  }))
  const rules = headerRules({ pages, fileFolders: ['/_astro'] }, pageRules, settings)
  const { headers } = await parseAllHeaders({
    headersFiles: [],
    netlifyConfigPath: undefined,
    configHeaders: rules,
    minimal: false,
  })
  return headers
    .filter((rule) => 'forRegExp' in rule && rule.forRegExp.test(path))
    .map((rule) => parsed(rule.values['Content-Security-Policy'] ?? ''))
}

async function policyOf(path: string, settings: Record<string, string>): Promise<Policy> {
  return (await policiesFor(path, settings)).at(-1) ?? {}
}

function parsed(policy: string): Policy {
  const directives = policy.split('; ').map((directive) => directive.split(' '))
  return Object.fromEntries(
    directives.map(([name, ...sources]) => [name, sources.filter((source) => source !== "'none'")]),
  )
}

describe.each(SERVED)('%s', (path, file) => {
  test(`lets ${file} run and paint what it was built with`, async () => {
    const policy = await policyOf(path, HOSTED)
    expect(policy['script-src']).toContain(`script:${file}`)
    expect(policy['style-src']).toContain(`style:${file}`)
  })

  test('means the same if the last rule wins and if all are sent', async () => {
    const policies = await policiesFor(path, HOSTED)
    const last = policies.at(-1) ?? {}
    for (const wider of policies) {
      for (const [name, sources] of Object.entries(wider)) {
        expect(Object.keys(last)).toContain(name)
        expect(sources).toEqual(expect.arrayContaining(last[name] ?? []))
      }
    }
  })
})

test('each path here has the file that the rules of the host give', () => {
  for (const [path, file] of SERVED) {
    const own = [path, `${path.replace(/\/$/, '') || '/index'}.html`]
    const rule = hostRules.ruleFor(path, '')
    const served = own.find((name) => !rule?.force && FILES.includes(name)) ?? rule?.to
    expect([path, served ?? '/404.html']).toEqual([path, file])
  }
})

test.each([
  ['/', ['https://abc.supabase.co']],
  ['/product/single', ['https://abc.supabase.co']],
  ['/cart', ['https://abc.supabase.co']],
  ['/checkout', ['https://abc.supabase.co', 'https://forms.example']],
  ['/contact', ['https://letters.example', 'https://abc.supabase.co']],
  ['/order/tracking/ABCDEFGH', ['https://abc.supabase.co']],
  ['/admin/orders/ABCDEFGH', ['https://abc.supabase.co']],
])('%s may reach %j beyond the site', async (path, origins) => {
  expect((await policyOf(path, HOSTED))['connect-src']).toEqual(["'self'", ...origins])
  expect((await policyOf(path, LOCAL))['connect-src']).toEqual(["'self'"])
})

test('without a form service the contact page reaches the backend', async () => {
  const settings = { ...HOSTED, PUBLIC_CONTACT_FORM_URL: '' }
  expect((await policyOf('/contact', settings))['connect-src']).toEqual([
    "'self'",
    'https://abc.supabase.co',
  ])
})

test('only the form of the contact page leaves the site, for its service', async () => {
  for (const [path, file] of SERVED) {
    const sources = ["'self'", ...(file === '/contact.html' ? ['https://letters.example'] : [])]
    expect([path, (await policyOf(path, HOSTED))['form-action']]).toEqual([path, sources])
  }
})

test('only the contact page may frame, and only the map', async () => {
  for (const [path, file] of SERVED) {
    if (path === '/contact.html') continue
    expect([path, file, (await policyOf(path, HOSTED))['frame-src']]).toEqual([path, file, []])
  }
  expect((await policyOf('/contact', HOSTED))['frame-src']).toEqual(['https://www.google.com'])
})

test('only a published site asks for https everywhere', async () => {
  expect(await policyOf('/', HOSTED)).toHaveProperty('upgrade-insecure-requests')
  expect(await policyOf('/', LOCAL)).not.toHaveProperty('upgrade-insecure-requests')
})
