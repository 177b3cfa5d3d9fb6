/* Content files in `astro build`: a mistake stops it, and a new article needs its file only. */
import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'

const PARTS = ['astro.config.mjs', 'package.json', 'tsconfig.json', 'netlify.toml', '.env.embedded']
const ARTICLE = 'src/content/blog/2.md'
const NEW_ARTICLE = 'src/content/blog/99.md'
const MISNAMED = 'src/content/blog/nine.md'
const PRICES = 'src/content/price-list.json'

let shop: string

beforeAll(() => {
  shop = mkdtempSync(join(tmpdir(), 'zulf-content-'))
  for (const part of [...PARTS, 'src', 'supabase', 'tools'])
    cpSync(part, join(shop, part), { recursive: true, filter: isOfTheBuild })
  symlinkSync(resolve('node_modules'), join(shop, 'node_modules'), 'junction')
})

afterAll(() => rmSync(shop, { recursive: true, force: true }))

it('mistakes stop the build, which prints the file, the field and what to write, without a stack trace', async () => {
  change(MISNAMED, () => readFileSync(ARTICLE, 'utf8'))
  change(ARTICLE, (text) => text.replace(/^date: .*$/m, 'date: 2026-02-30'))
  const { code, printed } = await build()
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
  change(PRICES, (text) => text.replace(/"price": \d+, /, ''))
  const { code, printed } = await build()
  expect(code).toBe(1)
  expect(printed).toMatch(
    /price-list\.json: product \S+: "sizes\[0\]\.price" is missing\. Write a price/,
  )
  restore(PRICES)
})

it('a new article gets a sharing card, and its pictures reach the feed', async () => {
  change(NEW_ARTICLE, () =>
    readFileSync(ARTICLE, 'utf8').replace(/$/, '\n![A branch](../../assets/blog/8.webp)\n'),
  )
  onlyPages('rss.xml.ts', 'social')
  writeFileSync(
    join(shop, 'astro.config.mjs'),
    `export default { site: 'https://shop.example', output: 'static' }`,
  )
  const { code, printed } = await build()
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

/** Packages and pictures of tools/pictures are large, and no build reads them. */
function isOfTheBuild(path: string): boolean {
  return !/node_modules|^tools\/(pictures|observatory|bench)/.test(path)
}

function change(file: string, by: (text: string) => string): void {
  const path = join(shop, file)
  writeFileSync(path, by(existsSync(path) ? readFileSync(path, 'utf8') : ''))
}

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

function build(): Promise<{ code: number; printed: string }> {
  const astro = join(shop, 'node_modules', 'astro', 'bin', 'astro.mjs')
  const command = [astro, 'build', '--mode', 'embedded']
  return new Promise((done) => {
    execFile(process.execPath, command, { cwd: shop }, (error, stdout, stderr) => {
      done({ code: error ? 1 : 0, printed: `${stdout}${stderr}` })
    })
  })
}
