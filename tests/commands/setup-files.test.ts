/* Mistakes of whoever sets the shop up, in a copy of the project: a sentence stops the build, or the site is whole. */
import {
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parsePage, valuesOf } from '#tests/support/built-site.ts'
import { build, change, copyProject, type Ended, runProgram } from './project-copy.ts'

const FILES = 'tests/commands/setup-files'
const MOST_BYTES = 300_000

interface Setting {
  field: string
  value: unknown
}

let shop: string

beforeEach(() => {
  shop = copyProject()
  // Pictures that are encoded already.
  mkdirSync('.cache/astro', { recursive: true })
  mkdirSync(join(shop, '.cache'))
  symlinkSync(resolve('.cache/astro'), join(shop, '.cache/astro'), 'junction')
})
afterEach(() => rmSync(shop, { recursive: true, force: true }))

/** Copies a file of FILES into the shop; an article gets a title and a text of its own. */
function put(name: string, file: string): void {
  const target = join(shop, file)
  mkdirSync(dirname(target), { recursive: true })
  const text = readFileSync(join(FILES, name), 'latin1')
  const own = text
    .replace('An invented article', `$& ${file}`)
    .replace('Invented text', `$& ${file}`)
  writeFileSync(target, own, 'latin1')
}

function setPrices(name: string, ...options: string[]): Promise<Ended> {
  cpSync(join(FILES, name), join(shop, 'src/content/price-list.json'))
  return runProgram(shop, ['tools/prices/run.ts', ...options])
}

test('articles from other editors, a large photo and prices without discounts make a whole site', async () => {
  put('article-bom.md', 'src/content/blog/9.md')
  put('article-key-in-quotes.md', 'src/content/blog/10.md')
  put('article-picture-in-text.md', 'src/content/blog/11.md')
  await sharp({
    create: {
      width: 6000,
      height: 4000,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toFile(join(shop, 'src/assets/blog/large.jpg'))
  const { code: priced, printed: prices } = await setPrices('prices-no-discount.json', '--yes')
  expect(priced, prices).toBe(0)

  const { code, printed } = await build(shop)
  expect(code, printed).toBe(0)
  const sitemap = readFileSync(join(shop, 'dist/sitemap-0.xml'), 'utf8')
  for (const path of ['/blog/9<', '/blog/10<', '/blog/11<']) expect(sitemap).toContain(path)
  expect(readFileSync(join(shop, 'dist/sitemap-index.xml'), 'utf8')).toContain('sitemap-0.xml')

  const html = readFileSync(join(shop, 'dist/blog/11.html'), 'utf8')
  const { document } = parsePage('/blog/11', html)
  const [set = ''] = valuesOf(document, '.prose img', 'srcset')
  const files = set.split(', ').map((part) => part.split(' ')[0] ?? '')
  expect(files.length).toBeGreaterThan(1)
  const [one = ''] = valuesOf(document, '.prose img', 'src')
  for (const file of [...files, one]) {
    expect(statSync(join(shop, 'dist', file)).size, file).toBeLessThan(MOST_BYTES)
  }

  const halfOff = globSync(join(shop, 'dist/**/*.html')).filter((file) =>
    readFileSync(file, 'utf8').includes('50% OFF'),
  )
  expect(halfOff).toEqual([])
})

test('a build stops at a mistake between two places, and names each with its file', async () => {
  put('article-windows-1252.md', 'src/content/blog/9.md')
  for (const unread of ['9.MD', '9.mdx', '9.md.txt', '2026/9.md']) {
    put('article-bom.md', `src/content/blog/${unread}`)
  }
  rmSync(join(shop, 'src/content/legal/terms.md'))
  writeFileSync(join(shop, 'public/large.jpg'), Buffer.alloc(MOST_BYTES + 1000))
  const catchAll = readFileSync(join(FILES, 'netlify-catch-all.toml'), 'utf8')
  change(shop, 'netlify.toml', (text) =>
    text.replace('[[redirects]]', () => `${catchAll}\n[[redirects]]`),
  )
  change(shop, 'src/kit/shop-zone.ts', (text) => text.replace('Asia/Karachi', 'Asia/Lahore'))
  change(shop, '.env.embedded', (text) => text.replace('PUBLIC_ORDER', 'PUBLI_ORDER'))
  const printed = await stopped({ SERVICE_WORKER: 'false', PUBLIC_CONTACT_FROM_URL: '/forms' })
  for (const sentence of [
    'src/content/blog/9.md: is not UTF-8. Open it and save it as UTF-8.',
    'src/content/blog/9.MD: is not read. Rename it',
    'src/content/blog/9.mdx: is not read. Rename it',
    'src/content/blog/9.md.txt: is not read. Rename it',
    'src/content/blog/2026/9.md: is not read. Rename it',
    'src/content/legal/terms.md: is missing, and pages show or link to it. Put it back.',
    'public/large.jpg: the picture has 301 kB',
    'netlify.toml: /order/confirmation/ABCDEFGH must lead to /order/confirmation.html with status 200, and the rule from /* to /index.html (200) takes it. Write a rule from = "/order/confirmation/*"',
    'netlify.toml: a path that no page has must be a 404, and the rule from /* to /index.html',
    'src/kit/shop-zone.ts: "Asia/Lahore" is no time zone.',
    'The environment: PUBLI_ORDER_FORM_URL is not read. Name it PUBLIC_ORDER_FORM_URL.',
    'The environment: SERVICE_WORKER is false. Write off',
    'The environment: PUBLIC_CONTACT_FROM_URL is not read. Name it PUBLIC_CONTACT_FORM_URL.',
  ]) {
    expect(printed).toContain(sentence)
  }
})

test('a date in quotes stops the build, which says "without quotes"', async () => {
  put('article-date-in-quotes.md', 'src/content/blog/9.md')
  expect(await stopped()).toMatch(/blog\/9\.md: "date" is 2026-11-20\. Write .* without quotes\./)
})

test('each setting of the table stops the build or is warned of', async () => {
  const all = JSON.parse(readFileSync(join(FILES, 'settings.json'), 'utf8')) as Setting[]
  const cases = all.filter(({ value }) => value !== '')
  // One value of each field a build. What the country is compared with is read where the fields are right.
  const builds = Object.groupBy(cases, ({ field }, nth) =>
    field === 'country' ? field : cases.slice(0, nth).filter((one) => one.field === field).length,
  )
  for (const settings of Object.values(builds)) {
    change(shop, 'src/config/settings.ts', () =>
      (settings ?? []).reduce(
        (text, { field, value }) =>
          text.replace(
            new RegExp(`^ {2}${field}: .*$`, 'm'),
            `  ${field}: ${JSON.stringify(value)},`,
          ),
        readFileSync('src/config/settings.ts', 'utf8'),
      ),
    )
    const printed = await stopped()
    for (const { field } of settings ?? []) {
      expect(printed).toMatch(
        new RegExp(`src/config/settings\\.ts: "${field}(\\.until)?" is .*\\. Write `),
      )
    }
  }
  change(shop, 'src/config/settings.ts', () =>
    readFileSync('src/config/settings.ts', 'utf8').replace(/whatsApp: '\d+'/, "whatsApp: ''"),
  )
  rmSync(join(shop, 'src/pages'), { recursive: true })
  const { printed } = await build(shop)
  expect(printed).toMatch(
    /src\/content\/faq\/ordering\.md: line \d+ says "WhatsApp", and "whatsApp" in src\/config\/settings\.ts is empty\. Fill it in/,
  )
})

test('a size that was sold is missed, and a price a hundred times too low is asked about', async () => {
  const renamed = await setPrices('prices-size-renamed.json', '--yes')
  expect(renamed).toMatchObject({
    code: 1,
    printed: expect.stringContaining('"100ml" of zulf-herbal-oil-single was sold until now'),
  })
  expect(await stopped()).toMatch(/price-list\.json: "100ml" of .* was sold until now .*Keep it/)

  const low = await setPrices('prices-factor-100.json')
  expect(low.code).toBe(1)
  expect(low.printed).toContain('100ml: 799.00 to 7.99 (-99 %)')
  expect(low.printed).toContain(
    'A price changes by more than half. Is that right? Nothing was written.',
  )
  const asked = await setPrices('prices-factor-100.json', '--yes')
  expect(asked.printed).toContain('costs 1459.00, more than 2 times 100ml')
})

/** What a build prints that must stop, without a stack trace. */
async function stopped(env: NodeJS.ProcessEnv = {}): Promise<string> {
  const args = ['node_modules/astro/bin/astro.mjs', 'build', '--mode', 'embedded']
  const { code, printed } = await runProgram(shop, args, {
    NO_COLOR: '1',
    FORCE_COLOR: '0',
    ...env,
  })
  expect(code, printed).toBe(1)
  expect(printed).not.toMatch(/^\s+at /m)
  return printed
}
