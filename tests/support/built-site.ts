/* The built site as a search engine reads it: text, without a browser. */
import { fileURLToPath } from 'node:url'
import { DOMParser, parseHTML } from 'linkedom'
import { settings } from '#config/settings.ts'
import { paths } from '#paths.ts'

/** Where `npm run build:local` puts it. */
export const DIST = fileURLToPath(new URL('../../dist', import.meta.url))

/** Where `npm run build:without-desk` puts it. */
export const DIST_WITHOUT_DESK = fileURLToPath(new URL('../../dist-without-desk', import.meta.url))

/** The pages that need a session. No link leads to them. */
export const ADMIN_PATHS = [
  ...Object.values(paths).filter(
    (path) => typeof path === 'string' && path.startsWith(`${paths.admin}/`),
  ),
  paths.adminOrder('ABCDEFGH'),
] as string[]

export interface SitePage {
  path: string
  html: string
  document: Document
}

/** Every page that links lead to from the home page, each read once. Throws where a link leads nowhere. */
export async function crawl(site: string): Promise<SitePage[]> {
  const pages: SitePage[] = []
  const found = new Set(['/'])
  for (const path of found) {
    const response = await fetch(site + path)
    if (!response.ok) throw new Error(`${path} is linked and its status is ${response.status}`)
    if (!response.headers.get('content-type')?.includes('text/html')) continue
    const page = parsePage(path, await response.text())
    pages.push(page)
    for (const target of linksOf(page)) found.add(target)
  }
  return pages
}

export function parsePage(path: string, html: string): SitePage {
  return { path, html, document: parseHTML(html).document }
}

/** The paths that a page links to, without what follows a `#`. */
function linksOf({ document }: SitePage): string[] {
  return valuesOf(document, 'a', 'href')
    .filter((href) => href.startsWith('/'))
    .map((href) => href.replace(/#.*$/s, ''))
}

/** The elements that match a selector, those in templates as well. */
export function elementsOf(document: Document, selector: string): Element[] {
  const templates = Array.from(document.querySelectorAll('template'), ({ content }) => content)
  return [document, ...templates].flatMap((root) => [...root.querySelectorAll(selector)])
}

/** Throws where there is none. */
export function elementIn(root: ParentNode, selector: string): Element {
  const element = root.querySelector(selector)
  if (!element) throw new Error(`There is no ${selector}`)
  return element
}

export function textOf({ textContent }: Element): string {
  return textContent.replace(/\s+/g, ' ').trim()
}

export function textsOf(root: Element, selector: string): string[] {
  return Array.from(root.querySelectorAll(selector), textOf)
}

/** Where the link with this text leads. */
export function linkOf(root: Element, text: string): string | null | undefined {
  return [...root.querySelectorAll('a')].find((a) => textOf(a) === text)?.getAttribute('href')
}

/** The values of an attribute, where elements that match the selector have it. */
export function valuesOf(document: Document, selector: string, name: string): string[] {
  return elementsOf(document, selector).flatMap((one) => one.getAttribute(name) ?? [])
}

/** The content of a `<meta>` by its name or property, or undefined. */
export function metaOf({ document }: SitePage, name: string): string | undefined {
  return valuesOf(document, `meta[name="${name}"], meta[property="${name}"]`, 'content')[0]
}

/** The JSON-LD blocks of a page. Throws where one is not JSON. */
export function structuredDataOf({ document }: SitePage): Record<string, unknown>[] {
  return [...document.querySelectorAll('script[type="application/ld+json"]')].map(
    ({ textContent }) => JSON.parse(textContent) as Record<string, unknown>,
  )
}

/** The texts of an element of a sitemap or feed. */
export function textsIn(xml: string, element: string): string[] {
  const elements = new DOMParser().parseFromString(xml, 'text/xml').querySelectorAll(element)
  return [...elements].map(({ textContent }) => textContent)
}

/** `https://…/blog/2` → `/blog/2`: tests request published URLs from the site under test. */
export function pathOf(url: string): string {
  if (!url.startsWith(`${settings.site}/`)) throw new Error(`${url} is not of this site`)
  return url.slice(settings.site.length)
}
