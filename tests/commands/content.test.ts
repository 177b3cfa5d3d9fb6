/* Content files in `astro build`: a mistake stops it, and a new article needs its file only. */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { build, change, copyProject } from './project-copy.ts'

const ARTICLE = 'src/content/blog/2.md'
const NEW_ARTICLE = 'src/content/blog/99.md'
const MISNAMED = 'src/content/blog/nine.md'
const PRICES = 'src/content/price-list.json'

let shop: string

beforeAll(() => {
  shop = copyProject()
})

afterAll(() => rmSync(shop, { recursive: true, force: true }))

it('mistakes stop the build, which prints the file, the field and what to write, without a stack trace', async () => {
  change(shop, MISNAMED, () => readFileSync(ARTICLE, 'utf8'))
  change(shop, ARTICLE, (text) => text.replace(/^date: .*$/m, 'date: 2026-02-30'))
  const { code, printed } = await build(shop)
  expect(code).toBe(1)
  expect(printed).toContain(
    'src/content/blog/2.md: "date" is 2026-02-30, and there is no such day. Write a day that exists, such as 2025-04-29.',
  )
  expect(printed).toContain(`${MISNAMED}: the name of the file is not a number.`)
  expect(printed).not.toMatch(/^\s+at /m)
  rmSync(join(shop, MISNAMED))
  restore(ARTICLE)
})

it('a price that is missing stops the build', async () => {
  change(shop, PRICES, (text) => text.replace(/"price": \d+, /, ''))
  const { code, printed } = await build(shop)
  expect(code).toBe(1)
  expect(printed).toMatch(
    /price-list\.json: product \S+: "sizes\[0\]\.price" is missing\. Write a price/,
  )
  restore(PRICES)
})

it('a new article gets a sharing card, and its pictures reach the feed', async () => {
  change(shop, NEW_ARTICLE, () =>
    readFileSync(ARTICLE, 'utf8').replace(/$/, '\n![A branch](../../assets/blog/8.webp)\n'),
  )
  onlyPages('rss.xml.ts', 'social')
  writeFileSync(
    join(shop, 'astro.config.mjs'),
    `export default { site: 'https://shop.example', output: 'static' }`,
  )
  const { code, printed } = await build(shop)
  expect(printed).not.toContain('[ERROR]')
  expect(code).toBe(0)

  const { format, width, height } = await sharp(join(shop, 'dist/social/article-99.jpg')).metadata()
  expect([format, width, height]).toEqual(['jpeg', 1200, 630])

  const feed = readFileSync(join(shop, 'dist/rss.xml'), 'utf8').replaceAll('&quot;', '"')
  expect(feed).not.toContain('ASTRO_IMAGE')
  const [, picture = ''] = /<img[^>]* src="https?:\/\/[^/]+(\/[^"]+)"/.exec(
    feed.replaceAll('&lt;', '<'),
  ) as string[]
  expect(existsSync(join(shop, 'dist', picture))).toBe(true)
})

function restore(file: string): void {
  cpSync(file, join(shop, file))
}

/** Removes all other pages from the copy, so that its build takes seconds. */
function onlyPages(...pages: string[]): void {
  rmSync(join(shop, 'src/pages'), { recursive: true })
  for (const page of pages) {
    cpSync(join('src/pages', page), join(shop, 'src/pages', page), { recursive: true })
  }
}
