/* The site with every claim switched off in the settings, in rupees, with parcels that may be opened, and a form service. */
import { globSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  elementsOf,
  parsePage,
  type SitePage,
  structuredDataOf,
  textsIn,
} from '#tests/support/built-site.ts'
import { catalogue, price } from '#tests/support/catalogue.ts'
import { build, change, copyProject } from './project-copy.ts'

let shop: string
let pages: SitePage[]

beforeAll(async () => {
  shop = copyProject()
  change(shop, 'src/config/settings.ts', (settings) =>
    settings
      .replace("currency: 'USD'", "currency: 'PKR'")
      .replace('mayOpenParcel: false', 'mayOpenParcel: true')
      .replace(/(?<=shows: \{).*?(?=\n {2}\})/s, (shows) => shows.replaceAll(': true', ': false')),
  )
  change(shop, '.env.embedded', (env) => `${env}PUBLIC_CONTACT_FORM_URL=/forms/contact\n`)
  const { code, printed } = await build(shop)
  expect(code, printed).toBe(0)
  pages = globSync(join(shop, 'dist/**/*.html'))
    .filter((file) => !file.includes('/admin'))
    .map((file) => {
      const path = `/${relative(join(shop, 'dist'), file)}`.replace(/\.html$/, '')
      return parsePage(path.replace(/^\/index$/, '/'), readFileSync(file, 'utf8'))
    })
})

afterAll(() => rmSync(shop, { recursive: true, force: true }))

/** The paths of the pages of which this is true. */
function pagesWhere(isSo: (page: SitePage) => boolean): string[] {
  return pages.filter(isSo).map(({ path }) => path)
}

/** Without the code of inlined scripts. */
function textOf({ document }: SitePage): string {
  const scripts = elementsOf(document, 'body script')
  const text = scripts.reduce(
    (rest, { textContent }) => rest.replace(textContent, () => ''),
    document.body.textContent,
  )
  return text.replace(/\s+/g, ' ')
}

test('rule 3.11: no page has a rating', () => {
  const RATING = /out of 5|\breviews?\b|\brating/i
  expect(pagesWhere((page) => RATING.test(textOf(page)))).toEqual([])
  expect(
    pagesWhere((page) => /rating|review/i.test(JSON.stringify(structuredDataOf(page)))),
  ).toEqual([])
})

test('rule 3.10: no page and no feed has a discount', () => {
  const isDiscounted = (page: SitePage) =>
    /% off|regular price|sale price/i.test(textOf(page)) ||
    elementsOf(page.document, 's').length > 0
  expect(pagesWhere(isDiscounted)).toEqual([])
  for (const one of catalogue) {
    const page = pages.find(({ path }) => path === one.path)
    expect(page && textOf(page)).toContain(price(one))
  }
  const feed = readFileSync(join(shop, 'dist/products.xml'), 'utf8')
  expect(feed).not.toContain('sale_price')
  expect(textsIn(feed, 'g\\:price')).toEqual(
    expect.arrayContaining(catalogue.map((one) => `${price(one)} PKR`)),
  )
})

test('no page has testimonials, results or the benefit "Approved", and no file names the page of results', () => {
  const CLAIMS = ['What people say', 'Approved']
  const isClaiming = (page: SitePage) =>
    /for this page|real results|dermatolog/i.test(textOf(page)) ||
    elementsOf(page.document, 'h2, h3').some((heading) =>
      CLAIMS.includes(heading.textContent.trim()),
    )
  expect(pagesWhere(isClaiming)).toEqual([])
  // A build stops where a page links to one that is not there.
  const named = globSync(join(shop, 'dist/{*.html,*.xml,*.webmanifest,*.json,service-worker.js}'))
  expect(named.filter((file) => readFileSync(file, 'utf8').includes('/results'))).toEqual([])
})

test('no section, list or heading is empty', () => {
  const empty = pages.flatMap(({ path, document }) =>
    [...document.querySelectorAll('main :is(section, ul, ol, dl, h1, h2, h3)')]
      .filter((element) => isEmpty(element))
      .map((element) => `${path} ${element.outerHTML.slice(0, 80)}`),
  )
  expect(empty).toEqual([])
})

/** Whether nothing is shown but a heading and a link. What a script fills in is marked as hidden. */
function isEmpty(element: Element): boolean {
  if (
    element.closest('[hidden], astro-island, template') ||
    element.querySelector('img, svg, astro-island')
  )
    return false
  const heading = element.matches('section') ? element.querySelector('h1, h2, h3') : null
  const headed = heading?.textContent.length ?? 0
  return element.textContent.trim().length <= headed
}

test('rule 1.28: a product says that its parcel may be opened first', () => {
  const saying = pagesWhere((page) => textOf(page).includes('You may open it before you pay'))
  expect(saying).toEqual(expect.arrayContaining(catalogue.map(({ path }) => path)))
})

test('rule 8.13: where scripts are off, the browser sends the four fields to the form service', () => {
  const form = pages
    .find(({ path }) => path === '/contact')
    ?.document.querySelector('noscript form[method="post"][action="/forms/contact"]')
  const names = [...(form?.querySelectorAll('[name]') ?? [])].map((field) =>
    field.getAttribute('name'),
  )
  expect(names).toEqual(['name', 'email', 'subject', 'message'])
})
