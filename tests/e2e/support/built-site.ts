/* The built site as a search engine reads it: text, without a browser. */
import type { APIRequestContext } from '@playwright/test'
import { settings } from '#config/settings.ts'

export interface SitePage {
  path: string
  html: string
}

/** Every page that links lead to from the home page, each read once. */
export async function crawl(request: APIRequestContext, start = '/'): Promise<SitePage[]> {
  const pages: SitePage[] = []
  const found = new Set([start])
  for (const path of found) {
    const response = await request.get(path)
    if (!response.ok()) throw new Error(`${path} is linked and its status is ${response.status()}`)
    if (!response.headers()['content-type']?.includes('text/html')) continue
    const html = await response.text()
    pages.push({ path, html })
    for (const target of linksOf(html)) found.add(target)
  }
  return pages
}

/** The paths that a page links to, without what follows a `#`. */
export function linksOf(html: string): string[] {
  return attributes(html, 'a', 'href')
    .filter((href) => href.startsWith('/'))
    .map((href) => href.replace(/#.*$/s, ''))
}

/** The values of an attribute on every element that begins so: `a`, `link rel="canonical"`. */
export function attributes(html: string, element: string, name: string): string[] {
  const tags = html.matchAll(new RegExp(`<${element}(?=\\s)[^>]*?\\s${name}="([^"]*)"`, 'g'))
  return [...tags].map(([, value = '']) => unescaped(value))
}

/** The content of a `<meta>` by its name or property, or undefined. */
export function metaOf(html: string, name: string): string | undefined {
  const [, content] =
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html) ?? []
  return content === undefined ? undefined : unescaped(content)
}

export function titleOf(html: string): string {
  return unescaped(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '')
}

/** The JSON-LD blocks of a page. Throws where one is not JSON. */
export function structuredDataOf(html: string): Record<string, unknown>[] {
  const blocks = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)
  return [...blocks].map(([, json = '']) => JSON.parse(json) as Record<string, unknown>)
}

/** The URLs of a sitemap or feed. */
export function locations(xml: string, element = 'loc'): string[] {
  return [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(
    ([, url = '']) => unescaped(url),
  )
}

/** `https://…/blog/2` → `/blog/2`: tests request published URLs from the site under test. */
export function pathOf(url: string): string {
  if (!url.startsWith(`${settings.site}/`)) throw new Error(`${url} is not of this site`)
  return url.slice(settings.site.length)
}

function unescaped(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#34;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#38;', '&')
    .replaceAll('&amp;', '&')
}
