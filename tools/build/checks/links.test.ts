import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sentenceOf } from '#content-loader/problem.ts'
import { links } from './links.ts'

const SITE = 'https://shop.example'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'zulf-links-'))
  cpSync('netlify.toml', join(root, 'netlify.toml'))
  put('dist/index.html', '<main id="main"></main><a class="x" href="/products#list">a</a>')
  put('dist/products.html', '<h2 id="list"></h2><a href="#list">a</a><a href="/">a</a>')
  put('dist/order/tracking.html', '<a href="#main">a</a><main id="main"></main>')
  put('dist/social/a.jpg', '')
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function put(file: string, text: string): void {
  mkdirSync(join(root, file, '..'), { recursive: true })
  writeFileSync(join(root, file), text)
}

async function problems(): Promise<string[]> {
  return (await links({ folder: join(root, 'dist'), root, site: SITE })).map(sentenceOf)
}

test.each([
  '/products/?q=oil',
  '/search?q=oil',
  '/order/tracking/ABCDEFGH',
  '/social/a.jpg',
  `${SITE}/products`,
  'https://other.example/nowhere',
  'mailto:a@b.example',
])('a link to %s leads somewhere', async (href) => {
  put('dist/about.html', `<a href="${href}">a</a>`)
  expect(await problems()).toEqual([])
})

test.each(['/blog/99', '/product/nothing', 'products.html/nothing', `${SITE}/nowhere`])(
  'a link to %s is named with the page that has it',
  async (href) => {
    put('dist/about.html', `<a href="${href}">a</a>`)
    expect(await problems()).toEqual([
      `The page /about: links to ${href}, and there is no such page. Write the path of a page that exists, such as /products or /blog/2.`,
    ])
  },
)

test('a link of a content file is named with the file and the line', async () => {
  put('src/content/faq/one.md', '---\nquestion: A\n---\n\nSee [this](/nowhere) and [that](/).\n')
  put('dist/about.html', '<a href="/nowhere">this</a> <a href="/">that</a>')
  put('dist/contact.html', '<a href="/nowhere">this</a> <a href="/">that</a>')
  expect(await problems()).toEqual([
    expect.stringMatching(
      /^src\/content\/faq\/one\.md: line 5 links to \/nowhere, and there is no such page\./,
    ),
  ])
})

test('a link to a part that its page does not have is named', async () => {
  put('dist/about.html', '<a href="/products#lost">a</a>')
  expect(await problems()).toEqual([
    expect.stringContaining(
      'The page /about: links to /products#lost, and that page has no part "lost".',
    ),
  ])
})

test.each([
  '<img src="/social/b.jpg">',
  '<source srcset="/social/a.jpg 1x, /social/b.jpg 2x">',
  '<source srcSet="/social/b.jpg">',
  '<link rel="icon" href="/social/b.jpg">',
  `<meta property="og:image" content="${SITE}/social/b.jpg">`,
])('a file that %s shows is named where it is missing', async (tag) => {
  put('dist/about.html', tag)
  put('dist/contact.html', tag)
  expect(await problems()).toEqual([
    'public/social/b.jpg: is missing, and the page /about shows it. Put it back.',
  ])
  put('dist/social/b.jpg', '')
  expect(await problems()).toEqual([])
})
