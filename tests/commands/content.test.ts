/* Content files in a build: a mistake stops it, and a new article needs its file only. */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { build, change, copyProject, runProgram } from './project-copy.ts'

const ARTICLE = 'src/content/blog/2.md'
const PRICES = 'src/content/price-list.json'
const article = readFileSync(ARTICLE, 'utf8')

let shop: string

beforeAll(() => {
  shop = copyProject()
})
afterEach(() => {
  for (const folder of ['src/content', 'src/pages']) {
    rmSync(join(shop, folder), { recursive: true })
    cpSync(folder, join(shop, folder), { recursive: true })
  }
})
afterAll(() => rmSync(shop, { recursive: true, force: true }))

/** Each in an article of its own, with what its sentence says after the name of the file. */
const MISTAKES: [field: RegExp, wrong: string, sentence: string][] = [
  [/^title: .*\n/m, '', '"title" is missing. Write the title in'],
  [/^title: .*/m, 'title: ""', '"title" is empty. Write the title in'],
  [/^title:/m, 'titel: Oil\ntitle:', '"titel": no such field. Correct the name or remove it.'],
  [/^keywords: .*/m, 'keywords: oil', '"keywords" is oil. Write words that people search for'],
  [
    /^cover: .*/m,
    'cover: /social/home.jpg',
    '"cover" is /social/home.jpg, a path of the site. Write',
  ],
  [/^date: .*/m, 'date: 1926-11-20', '"date" is 1926-11-20, long before this shop. Write a day'],
  [/^title: .*/m, `title: ${'Oil'.repeat(100)}`, `"title" is ${'Oil'.repeat(20)}…. Write the`],
  [/^title: .*/m, 'title: "  "', '"title" is "  ". Write the title in'],
  [/^date: .*/m, '$&\nupdated: 2025-01-01', '"updated" is before "date". Write a later day'],
  // The day that YAML makes of it stands in the text.
  [
    /^date: .*\n([\s\S]*)/m,
    'date: 2026-02-30\n$1\n2026-03-02\n',
    '"date" is no day of the calendar',
  ],
  [/$/, '\n[x]()', 'has a link to nothing. Write its URL.'],
  [
    /$/,
    '\n[x](http://localhost:4321/about)',
    'links to http://localhost:4321/about, which is your',
  ],
  [/$/, '\n[x][nowhere]', 'has a link or a picture that cannot be read ([x][nowhere])'],
  [/$/, '\n# Oil', 'is a heading of the first level, which the page has already. Write ##'],
  [/$/, '\n##Oil', 'has ##Oil as text. Write a space after the #.'],
  [/$/, '\n##', 'is a heading without words. Write the words after the #'],
  [/$/, '\n[x](https://zulf.pk/a b)', 'has a link or a picture that cannot be read'],
  [/$/, '\n[x](/admin/orders)', 'links to /admin/orders, a page of the admin. Write'],
  [/^date: .*/m, 'date: 2999-01-01', '"date" is 2999-01-01, which is in the future: today is '],
  [/^date: .*/m, 'date: 2026-02-30', '"date" is no day of the calendar. Write a day that exists'],
  [/^date: .*/m, 'date: 20/11/2026', '"date" is 20/11/2026. Write a day as year-month-day'],
  [
    /^date: .*/m,
    'date: "2026-11-20"',
    '"date" is 2026-11-20. Write a day as year-month-day, such as 2025-04-29, without quotes',
  ],
  [/^cover: .*/m, 'cover: ../../assets/9.webp', '"cover" is ../../assets/9.webp, and there is no'],
  [/^cover: .*/m, 'cover: ../../assets/9.pdf', '"cover" is ../../assets/9.pdf. Write the path of'],
  [/$/, '\n<b>bold</b>', 'has HTML (<b>). Write it in Markdown: HTML is not published.'],
  [/$/, '\n[press](javascript:a)', 'links to javascript:a. Write a link that begins with https://'],
  [/$/, '\n![A](https://other.example/a.png)', 'has a picture whose path is https://other.example'],
  [/$/, '\n![A][a]\n\n[a]: ../../assets/a.webp', 'has a picture whose path is ../../assets/a.webp'],
  [/(^---\n.*?\n---\n).*$/s, '$1', 'the text is empty. Write it below the second line ---.'],
  [/^---\n/, '', 'has no fields. Write them between two lines ---, at its beginning.'],
  [/^title: .*/m, "title: The city's #1 oil", 'line 2 is read up to #1 oil. Put the value into'],
  [/^cover: .*/m, 'cover: ..\\..\\9.webp', '"cover" is ..\\..\\9.webp. Write / in place of'],
]

test('mistakes stop the build, which prints the file, the field and what to write, without a stack trace', async () => {
  for (const [nth, [field, wrong]] of MISTAKES.entries()) {
    change(shop, `src/content/blog/${101 + nth}.md`, () => article.replace(field, wrong))
  }
  change(shop, 'src/content/blog/nine.md', () => article)
  const printed = await sync()
  for (const [nth, [, , sentence]] of MISTAKES.entries()) {
    const line = new RegExp(`src/content/blog/${101 + nth}\\.md: (line \\d+ )?${escaped(sentence)}`)
    expect(printed).toMatch(line)
  }
  expect(printed).toContain('src/content/blog/nine.md: the name of the file is not a number.')
  expect(printed).not.toMatch(/^\s+at /m)
  expect(printed).not.toContain('blog/2.md')
})

test('a number sign in a value that is not cut is published', async () => {
  const values = [
    '"The #1 oil"',
    "'The city''s #1 oil'",
    '"Oil" # a note',
    '|\n  The #1 oil',
    'Oil#1',
  ]
  for (const [nth, value] of values.entries()) {
    change(shop, `src/content/blog/${201 + nth}.md`, () =>
      article.replace(/^title: .*$/m, `title: ${value}`),
    )
  }
  expect(await sync()).not.toContain('is read up to')
})

test('fields that cannot be read stop it, with the line', async () => {
  change(shop, ARTICLE, (text) => text.replace(/^title:.*$/m, 'title: Oil: how to use it'))
  expect(await sync()).toMatch(
    /src\/content\/blog\/2\.md: line 2 cannot be read \(.*\)\. Write "field: value" with the indentation of the lines around it, and put a value into quotes that has a colon or begins with a sign\./,
  )
})

test('files of which each may be right stop it together', async () => {
  change(shop, 'src/content/blog/98.md', () => article.replace(/$/, '\nAnother text.\n'))
  const question = readFileSync('src/content/faq/halal.md', 'utf8')
  change(shop, 'src/content/faq/again.md', () => question)
  change(shop, 'src/content/results/17.md', () => readFileSync('src/content/results/16.md', 'utf8'))
  const printed = await sync()
  expect(printed).toMatch(
    /(blog|faq|results)\/\w+\.md: "(title|question|id)" is that of src\/content\//,
  )
})

test('the text of another article stops it, with both files', async () => {
  change(shop, 'src/content/blog/99.md', () => article.replace(/^title:.*$/m, 'title: Another'))
  expect(await sync()).toMatch(
    /blog\/(2|99)\.md: the text is that of src\/content\/blog\/(2|99)\.md\. Write its own/,
  )
})

test('a price for which there is no product stops it', async () => {
  change(shop, PRICES, (text) => text.replaceAll('"id": "', '"id": "other-'))
  expect(await sync()).toMatch(
    /price-list\.json: "id" is (\S+), and there is no file src\/content\/products\/\1\.md\. Write that file, or correct the id\.(?:.|\n)*price-list\.json: "price" of \S+ is missing\. Add the product/,
  )
})

test('a new article gets a sharing card, and its pictures reach the feed', async () => {
  change(shop, 'src/content/blog/99.md', () =>
    article
      .replace(/^title:.*$/m, 'title: >\n  Another\n  "one"')
      .replace(/^---/, '\n---')
      .replace(/$/, '\n![A branch](../../assets/blog/8.webp)\n'),
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

/** What Astro prints that loads the content, as a build does first, and must end with an error. */
async function sync(): Promise<string> {
  const args = ['node_modules/astro/bin/astro.mjs', 'sync', '--mode', 'embedded']
  const { code, printed } = await runProgram(shop, args, { NO_COLOR: '1', FORCE_COLOR: '0' })
  expect(code, printed).toBe(1)
  return printed
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Removes all other pages from the copy, so that its build takes seconds. */
function onlyPages(...pages: string[]): void {
  rmSync(join(shop, 'src/pages'), { recursive: true })
  for (const page of pages) {
    cpSync(join('src/pages', page), join(shop, 'src/pages', page), { recursive: true })
  }
}
