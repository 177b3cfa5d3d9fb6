/* What the pages of text say, in the order in which they say it. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { phoneHref } from '#config/contact-links.ts'
import { currencyNote } from '#config/currency.ts'
import { settings } from '#config/settings.ts'
import { paths } from '#paths.ts'
import { ADMIN_PATHS, elementIn, linkOf, textOf, textsOf } from '#tests/support/built-site.ts'
import { articles, catalogue, price, product } from '#tests/support/catalogue.ts'
import { serveBuiltSite } from './served-site.ts'

const site = await serveBuiltSite()

test('rule 9.1: the home page has its sections in order, and links to the products and the story', async () => {
  const main = await site.main('/')
  expect(textOf(main)).toContain('50% OFF')
  expect([linkOf(main, 'Shop Now'), linkOf(main, 'Our Story')]).toEqual(['/products', '/about'])
  expect(textsOf(main, 'h2')).toEqual([
    '100% Natural',
    'Approved',
    'Sustainable',
    'Featured Products',
    'What people say',
    'Best Sellers',
    'Small changes, drawn',
    'Before you open the bottle',
  ])
})

test('rule 3.12: each page with prices names the currency once, and no other page does', () => {
  const PRICE = /\b\d+\.\d{2}\b/
  const counts = site.pages.map(({ path, document }) => {
    const text = textOf(elementIn(document, 'body'))
    return [
      path,
      PRICE.test(textOf(elementIn(document, 'main'))),
      text.split(currencyNote).length - 1,
    ]
  })
  // Their prices are those of the device, which no file has.
  const isOfDevice = ([path]: (typeof counts)[number]) =>
    ['/cart', '/checkout', '/order/find'].includes(String(path))
  const priced = counts.filter(([, isPriced]) => isPriced).map(([path]) => path)
  expect(priced).toEqual(expect.arrayContaining(['/', '/products', product.path, '/blog/2']))
  const wrong = counts.filter((page) => !isOfDevice(page) && page[2] !== Number(page[1]))
  expect(wrong).toEqual([])
})

test('rule 9.1: at 768 px and below the hero has another picture', async () => {
  const sources = [...(await site.main('/')).querySelectorAll('picture')][0]?.querySelectorAll(
    'source',
  )
  const media = [...(sources ?? [])].map((source) => source.getAttribute('media'))
  expect(media).toContain('(max-width: 768px)')
})

test('rules 1.22 and 4.31: catalogue and product can be read without a script, and name other ways to order', async () => {
  const list = await site.main('/products')
  expect(list.querySelectorAll('article')).toHaveLength(catalogue.length)
  expect(textOf(list)).toContain(price(product))
  const main = await site.main(product.path)
  expect(textsOf(main, 'h1')).toEqual([product.name])
  expect(textsOf(main, 'h2, h3')).toEqual(expect.arrayContaining(['How To Use', 'Benefits']))
  const without = textsOf(main, 'noscript').join(' ')
  expect(without).toContain('JavaScript')
  expect(textOf(main)).toContain('At your door within 7 days')
  const links = [...main.querySelectorAll('a')].map((a) => [textOf(a), a.getAttribute('href')])
  expect(links).toContainEqual([
    expect.stringMatching(/^WhatsApp \d/),
    expect.stringMatching(/^https:\/\/wa\.me\//),
  ])
})

test.each([
  '/order/tracking/ABCDEFGH',
  '/order/confirmation/ABCDEFGH',
  '/order/find',
  '/cart',
  '/checkout',
])('rules 4.52 and 7.58: %s says that it needs a script', async (path) => {
  const { document } = await site.page(path)
  expect(textsOf(document.body, 'noscript').join(' ')).toContain('needs JavaScript')
})

test('rules 9.2 and 9.6: without a script all testimonials stand in their row, and the articles in the order of their dates', async () => {
  const [row] = [...(await site.main('/')).querySelectorAll('[data-carousel-stage] ul')]
  expect(row?.querySelectorAll('li')).toHaveLength(8)
  const posts = (await site.main('/blog')).querySelectorAll('[data-posts] article a:first-of-type')
  const hrefs = [...posts].map((a) => a.getAttribute('href'))
  expect([...new Set(hrefs)]).toEqual(articles.map((id) => `/blog/${id}`))
})

test('rule 12.3: each page begins with a link to its content, and marks itself in the navigation', async () => {
  for (const path of ['/products', '/blog', ...ADMIN_PATHS]) {
    const { document } = await site.page(path)
    expect(textOf(document.querySelector('a') ?? document.body), path).toBe('Skip to content')
    const current = [...document.querySelectorAll('nav a[aria-current]')]
    expect(current.map((a) => a.getAttribute('href'))).toContain(
      path === paths.adminScan
        ? paths.adminParcels
        : path.replace(/(\/(ABCDEFGH|batch|new|run))?(\?.*)?$/, ''),
    )
  }
})

test.each([
  ['/', 0],
  ['/contact', 3],
  ['/nowhere', 1],
  [product.path, 0],
])(
  'rule 7.21: %s links to finding an order, in its header, its footer, and %i times between',
  async (path, count) => {
    const { document } = await site.page(path)
    const links = ['header', 'footer', 'main'].map(
      (part) => document.querySelectorAll(`body > ${part} a[href="/order/find"]`).length,
    )
    expect(links).toEqual([expect.toSatisfy((inHeader: number) => inHeader >= 1), 1, count])
  },
)

test('rules 8.11 and 12.22: telephone and WhatsApp come before the form of the contact page, and at the end of the menu', async () => {
  const whatsApp = `https://wa.me/${settings.whatsApp}`
  const main = await site.main('/contact')
  const controls = [...main.querySelectorAll('a, input')]
  expect(controls.slice(0, 2).map((one) => one.getAttribute('href'))).toEqual([phoneHref, whatsApp])
  const menu = (await site.page('/')).document.querySelector('dialog#menu')
  const links = [...(menu?.querySelectorAll('a') ?? [])].slice(-2)
  expect(links.map((one) => one.getAttribute('href'))).toEqual([phoneHref, whatsApp])
})

test('the about page has its story, its values and four ingredients', async () => {
  const main = await site.main('/about')
  expect(textsOf(main, 'h1, h2, h3')).toEqual(
    expect.arrayContaining([
      'Our story',
      'Our mission',
      'Quality',
      'Sustainability',
      'Transparency',
    ]),
  )
  expect(textOf(main)).toContain(`Founded ${settings.founded}`)
  const ingredients = [...main.querySelectorAll('section')].find((section) =>
    textsOf(section, 'h2').includes('What is in the bottle'),
  )
  expect(ingredients?.querySelectorAll('img')).toHaveLength(4)
  expect(linkOf(main, 'Shop Now')).toBe('/products')
})

test('rules 9.7 and 9.14: the results gallery has 16 illustrations that are named as such, loaded as they come near, and says who the oil is not for', async () => {
  const main = await site.main('/results')
  expect(textsOf(main, 'h1')).toEqual([`Real Results with ${settings.name}`])
  const drawings = [...main.querySelectorAll('figure')]
  expect(drawings).toHaveLength(16)
  expect(main.querySelectorAll('figure img[loading=lazy]')).toHaveLength(12)
  for (const drawing of drawings) {
    const picture = drawing.querySelector('img, svg')
    expect(picture?.getAttribute('alt') ?? picture?.getAttribute('aria-label')).toMatch(
      /^Illustration in two panels/,
    )
  }
  expect(textOf(main)).toContain('Drawn for this page; no photographs of customers.')
  expect(textsOf(main, 'h2')).toContain('Who it is not for')
  const [product] = main.querySelectorAll('article a')
  expect(product?.getAttribute('href')).toMatch(/^\/product\//)
  expect(linkOf(main, 'Shop Now')).toBe('/products')
})

test.each([
  ['/privacy', 'Privacy policy', 7],
  ['/returns', 'Refund policy', 7],
  ['/terms', 'Terms and services', 9],
])(
  'rule 9.8: %s is dated, and its contents link to every section',
  async (path, title, sections) => {
    const main = await site.main(path)
    expect(textsOf(main, 'h1')).toEqual([title])
    expect(textOf(main)).toContain('Last updated April 2025')
    const headings = [...main.querySelectorAll('h2[id]')].map((one) => [`#${one.id}`, textOf(one)])
    const contents = [...main.querySelectorAll('nav[aria-label=Contents] a')]
    expect(headings).toHaveLength(sections)
    expect(contents.map((a) => [a.getAttribute('href'), textOf(a)])).toEqual(headings)
    if (path !== '/privacy') return
    const numbers = headings.map(([, text = '']) => text.slice(0, 2))
    expect(numbers).toEqual(['1.', '2.', '3.', '4.', '5.', '6.', '7.'])
  },
)

test('rule 9.9: the refund policy holds the rules of the shop', async () => {
  const text = textOf(await site.main('/returns'))
  for (const rule of [
    'arrived damaged, or you received the wrong item',
    'within 3 days of receipt',
    'a change of mind',
    'wrong shipping address given by you',
    'used or tampered with',
    'within 7 to 10 business days, to the original payment method',
    'by Easypaisa, by JazzCash or by bank transfer',
    'non-refundable: the shipping cost is deducted',
  ]) {
    expect(text).toContain(rule)
  }
})

test.each([
  ['/delivery', 'Delivery', settings.deliveredBy],
  ['/our-parcel', 'Is this parcel from us?', settings.phone],
])('rule 9.15: %s says %j, and its facts come from the settings', async (path, title, fact) => {
  const main = await site.main(path)
  expect(textsOf(main, 'h1')).toEqual([title])
  expect(textsOf(main, 'dl').join()).toContain(fact)
  const [home] = site.pages
  const footer = home?.document.querySelector('body > footer')
  expect(footer?.querySelectorAll(`a[href="${path}"]`)).toHaveLength(1)
})

test('rule 9.16: every question stands once on the page of questions, under its topic', async () => {
  const main = await site.main('/questions')
  const questions = globSync('src/content/faq/*.md').map(
    (file) => /^question: (.*)$/m.exec(readFileSync(file, 'utf8'))?.[1],
  )
  expect(textsOf(main, 'section summary').toSorted()).toEqual(questions.toSorted())
  expect(textsOf(main, 'h2')).toEqual(['Ordering', 'Paying', 'Delivery', 'Returns', 'The oil'])
  for (const path of ['/contact', product.path]) {
    expect(linkOf(await site.main(path), 'All questions'), path).toBe('/questions')
  }
})
