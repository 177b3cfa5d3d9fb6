/* Mistakes in content files, each written into a copy of a real file. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { productSchema } from '#product/product.schema.ts'
import { blogSchema, postNameProblem } from '#shop/blog/blog.schema.ts'
import { readContentFiles } from './content-files.ts'
import { PRICE_LIST_FILE, priceProblems } from './price-problems.ts'
import { repeatedTexts } from './repeated-texts.ts'

const ARTICLE = 'src/content/blog/2.md'
const article = readFileSync(ARTICLE, 'utf8')
const [cover = ''] = /src\/assets\/blog\/2\.\w+/.exec(
  article.replace('../../assets', 'src/assets'),
) as string[]

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'content-'))
  cpSync(cover, join(root, cover))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function put(file: string, text: string): void {
  mkdirSync(join(root, file, '..'), { recursive: true })
  writeFileSync(join(root, file), text)
}

const HTML = [
  '<script>alert(1)</script>',
  '<img src=x onerror="alert(1)">',
  '<p style="color: red">red</p>',
  '<iframe src="https://video.example"></iframe>',
]

describe('an article', () => {
  function problemsOf(text: string): string[] {
    put('src/content/blog/9.md', text)
    return readContentFiles(root, 'src/content/blog', blogSchema, postNameProblem).problems
  }

  test('as it is has no problem, also with the line ends of Windows', () => {
    expect(problemsOf(article)).toEqual([])
    expect(problemsOf(article.replaceAll('\n', '\r\n'))).toEqual([])
  })

  test.each([
    [
      'date: 2026-02-30',
      '"date" is 2026-02-30, and there is no such day. Write a day that exists, such as 2025-04-29.',
    ],
    ['date: 2999-01-01', '"date" is 2999-01-01, which is in the future: today is '],
    [
      'date: 2025-04-29\nupdated: 2999-01-01',
      '"updated" is 2999-01-01, which is in the future: today is ',
    ],
    [
      'date: 20/11/2026',
      '"date" is 20/11/2026. Write a day as year-month-day, such as 2025-04-29.',
    ],
    [
      'date: 2025-04-29\ntitel: Oil',
      '"titel": no such field. Correct the name or remove it. The fields are title, shortDescription,',
    ],
    ['#cover:', '"cover" is missing. Write the path of a picture, such as '],
    [
      'cover: ../../assets/blog/9.webp',
      '"cover" is ../../assets/blog/9.webp, and there is no such picture. Save it as src/assets/blog/9.webp, or write',
    ],
    [
      'cover: ../../assets/blog/9.pdf',
      '"cover" is ../../assets/blog/9.pdf. Write the path of a picture whose name ends in .webp',
    ],
    [
      'title: Oil: how to use it',
      'line 2 cannot be read (Nested mappings are not allowed in compact mappings). Write "field: value", and put a value that has a colon into quotes.',
    ],
    ['title: ""', '"title" is empty. Write the title.'],
    ['featured: maybe', '"featured" is maybe. Write true or false.'],
  ])('with the field %j is refused, with what to write', (line, sentence) => {
    const [, name = ''] = /^#?(\w+):/.exec(line) ?? []
    const text = article.replace(new RegExp(`^${name}:.*$`, 'm'), line)
    expect(problemsOf(text)).toEqual([
      expect.stringContaining(`src/content/blog/9.md: ${sentence}`),
    ])
  })

  test.each([
    [/^---\n/, 'the front matter is missing. Begin the file with a line ---'],
    [/\n---(?=\n)/, 'the front matter is not closed. Write a line --- after its last field'],
  ])('without %o is refused, with what to write', (fence, sentence) => {
    expect(problemsOf(article.replace(fence, ''))).toEqual([
      expect.stringContaining(`src/content/blog/9.md: ${sentence}`),
    ])
  })

  test.each([
    ...HTML.map((html) => [html, `has HTML (${html}). Write it in Markdown`]),
    [
      '[press](javascript:alert(1))',
      'links to javascript:alert(1). Write a link that begins with https://, mailto:, tel: or /.',
    ],
    [
      '![A braid](https://pictures.example/braid.png)',
      'has a picture whose path is https://pictures.example/braid.png, a picture of another site, which the browser would block. Save the picture in src/assets',
    ],
    [
      '![A braid][braid]\n\n[braid]: //pictures.example/braid.png',
      'has a picture whose path is //pictures.example/braid.png, a picture of another site',
    ],
    [
      '![A braid](../../assets/blog/braid.webp)',
      'has a picture whose path is ../../assets/blog/braid.webp, and there is no such picture.',
    ],
  ])('with %j in its text is refused, with what to write', (body, sentence) => {
    const problems = problemsOf(`${article}\nA word\n${body}\n`)
    expect(problems).toHaveLength(1)
    expect(problems[0]?.replace(/: line \d+ /, ': ')).toContain(
      `src/content/blog/9.md: ${sentence}`,
    )
  })

  test('with the text of another is refused, with both files', () => {
    put('src/content/blog/2.md', article)
    put('src/content/blog/9.md', article.replace(/^title:.*$/m, 'title: Another'))
    const { files } = readContentFiles(root, 'src/content/blog', blogSchema, postNameProblem)
    expect(repeatedTexts(root, files)).toEqual([
      'src/content/blog/9.md: the text is that of src/content/blog/2.md. Write its own, or remove one of the two files.',
    ])
    put('src/content/blog/9.md', `${article}\nOne more sentence.\n`)
    const changed = readContentFiles(root, 'src/content/blog', blogSchema, postNameProblem)
    expect(repeatedTexts(root, changed.files)).toEqual([])
  })

  test('in a file whose name is not a number is refused', () => {
    put('src/content/blog/nine.md', article)
    expect(problemsOf(article)).toEqual([
      'src/content/blog/nine.md: the name of the file is not a number. Rename it to a number that no other article has, such as 9.md.',
    ])
  })

  test('with HTML is refused with the line of the file', () => {
    const lines = article.split('\n').length
    expect(problemsOf(`${article}\n<b>bold\n`)).toEqual([
      `src/content/blog/9.md: line ${lines + 1} has HTML (<b>). Write it in Markdown: HTML is not published.`,
    ])
  })

  test('may link to other sites, to mail and to pages, and show its own pictures', () => {
    const text =
      '[a](https://other.example) [b](mailto:a@b.example) [c](/blog/2) <https://other.example>\n\n![A cover](../../assets/blog/2.webp)\n'
    expect(problemsOf(`${article}\n${text}`)).toEqual([])
  })
})

describe('a product', () => {
  const NAME = 'some-oil'
  const FILE = `src/content/products/${NAME}.md`
  const product = `---
shortDescription: An oil.
rating: 4.9
reviews: 3
images:
  - file: ../../${cover.replace('src/', '')}
    alt: A bottle.
category: Hair Oil
tags: [oil]
benefits: [Softens.]
howToUse: Comb it in.
shelfLife: A year.
metadata: { title: Oil, description: An oil., keywords: [oil] }
---

An oil.
`
  const sizes = [
    { label: '100ml', price: 1599, discountPrice: 799 },
    { label: '50ml', price: 799, discountPrice: 399.5 },
  ]

  function problemsOf(text: string, priceList: unknown): string[] {
    put(FILE, text)
    put(PRICE_LIST_FILE, typeof priceList === 'string' ? priceList : JSON.stringify(priceList))
    const { files, problems } = readContentFiles(root, 'src/content/products', productSchema)
    return [...problems, ...priceProblems(root, files)]
  }

  function priced(...changed: object[]) {
    return [{ id: NAME, name: 'Some Oil', sizes: changed }]
  }

  test('with prices is right, with or without a discount, on or off sale', () => {
    expect(problemsOf(product, priced(...sizes))).toEqual([])
    expect(problemsOf(product, priced({ label: '100ml', price: 1599 }))).toEqual([])
    const offSale = sizes.map((size) => ({ ...size, onSale: false }))
    expect(problemsOf(product, priced(...offSale))).toEqual([])
  })

  test.each<[sizes: object[], sentence: string]>([
    [[{ label: '100ml' }], '"sizes[0].price" is missing. Write a price as a number above 0'],
    [[{ price: 'Rs 1599' }], '"sizes[0].price" is Rs 1599. Write a price as a number above 0'],
    [
      [{ price: '1599' }],
      '"sizes[0].price" is "1599", which is text. Write the number without quotes: 1599.',
    ],
    [[{ price: 0 }], '"sizes[0].price" is 0. Write'],
    [[{ price: 1.999 }], '"sizes[0].price" is 1.999. Write'],
    [[], '"sizes" is empty. Write at least one size'],
    [[{ price: 2 }, { price: 2 }], '"sizes" has two sizes of one label.'],
    [
      [{ price: 799, discountPrice: 1599 }],
      '"sizes[0].discountPrice" is not lower than "price". Write a lower number',
    ],
    [
      [{ price: 1599, discount: 799 }],
      '"sizes[0].discount": no such field. Correct the name or remove it. The fields are label, price, discountPrice, onSale, sameAs.',
    ],
    [
      [{ price: 1599, onSale: 'no' }],
      '"sizes[0].onSale" is no. Write false without quotes where it is not sold, or remove the field.',
    ],
  ])('with the sizes %j is refused, with what to write', (changed, sentence) => {
    const labelled = changed.map((size) => ({ label: '100ml', ...size }))
    const problems = problemsOf(product, priced(...labelled))
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(`${PRICE_LIST_FILE}: product ${NAME}: ${sentence}`)
  })

  test.each<[mistake: string, priceList: unknown, sentence: string]>([
    [
      'no entry in the price list',
      [],
      `${PRICE_LIST_FILE}: "price" of ${NAME} is missing. Add the product with its id, name and sizes, or remove ${FILE}.`,
    ],
    [
      'a pair of what is not sold',
      priced({ ...sizes[0], sameAs: { id: 'other', size: '100ml', quantity: 2, says: 'Two' } }),
      `${PRICE_LIST_FILE}: product ${NAME}: "sameAs" is 100ml of other, which is no size of another product. Correct it,`,
    ],
    ['a price list that is not JSON', '[{]', `${PRICE_LIST_FILE}: the file is not JSON (`],
  ])('with %s is refused, with what to write', (_, priceList, sentence) => {
    const problems = problemsOf(product, priceList)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(sentence)
  })

  test('without words is refused', () => {
    const others = [...priced(...sizes), { id: 'other-oil', name: 'Other Oil', sizes }]
    expect(problemsOf(product, others)).toEqual([
      `${PRICE_LIST_FILE}: "id" is other-oil, and there is no file src/content/products/other-oil.md. Write that file, or correct the id.`,
    ])
  })
})
