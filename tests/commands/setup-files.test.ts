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
  change(shop, 'src/config/settings.ts', (text) => text.replace(/whatsApp: '\d+'/, "whatsApp: ''"))

  const { code, printed } = await build(shop)
  expect(code, printed).toBe(0)
  // What may be right is warned of.
  expect(printed).toMatch(
    /src\/content\/faq\/ordering\.md: line \d+ says "WhatsApp", and "whatsApp" in src\/config\/settings\.ts is empty\. Fill it in/,
  )
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

test('a size that was sold is missed, and a price a hundred times too low is asked about', async () => {
  const renamed = await setPrices('prices-size-renamed.json', '--yes')
  expect(renamed).toMatchObject({
    code: 1,
    printed: expect.stringContaining('"100ml" of zulf-herbal-oil-single was sold until now'),
  })
  const { code, printed } = await build(shop)
  expect(printed).toMatch(/price-list\.json: "100ml" of .* was sold until now .*Keep it/)
  expect(printed).not.toMatch(/^\s+at /m)
  expect(code).toBe(1)

  const low = await setPrices('prices-factor-100.json')
  expect(low.code).toBe(1)
  expect(low.printed).toContain('100ml: 799.00 to 7.99 (-99 %)')
  expect(low.printed).toContain(
    'A price changes by more than half. Is that right? Nothing was written.',
  )
  const asked = await setPrices('prices-factor-100.json', '--yes')
  expect(asked.printed).toContain('costs 1459.00, more than 2 times 100ml')
})
