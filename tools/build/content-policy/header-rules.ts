/*
 * A policy for every path. Whether Netlify lets the last matching rule win or sends the headers of
 * all of them is not documented, so every rule allows at least what the more exact ones after it do:
 * the last alone and all together then mean the same.
 */

import { isPublic, paths } from '#paths.ts'
import type { PageRule } from '#tools/site-server/netlify-rules/page-rules.ts'
import { isHostedUrl } from '../build-settings.ts'
import type { InlineCode } from './inline-code.ts'
import { pagePolicy } from './policy.ts'
import { reachOf } from './reach.ts'

export interface BuiltPage extends InlineCode {
  /** As `/order/tracking.html`. */
  file: string
}

export interface BuiltSite {
  pages: BuiltPage[]
  /** The folders at the top that hold no page, as `/_astro`. */
  fileFolders: string[]
}

export interface HeaderRule {
  for: string
  values: Record<string, string>
}

const NOT_FOUND_PAGE = '/404.html'

/** In the order in which they must stand: the more exact ones later. */
export function headerRules(
  { pages, fileFolders }: BuiltSite,
  pageRules: PageRule[],
  settings: Record<string, string>,
): HeaderRule[] {
  const isPublished = isHostedUrl(settings['PUBLIC_SUPABASE_URL'])
  return [
    pageRule('/*', pages),
    ...wildcards(pageRules).map((pattern) => pageRule(pattern, pagesBehind(pattern))),
    ...pages.flatMap(({ file }) =>
      pathsOf(file).map((path) => pageRule(path, pagesAt(path, file))),
    ),
    // Short, because every file is sent with it. A missing file gets the 404 page.
    ...fileFolders.map((folder) => policyRule(`${folder}/*`, pagesIn([NOT_FOUND_PAGE]))),
  ]

  function pageRule(pattern: string, served: BuiltPage[]): HeaderRule {
    const rule = policyRule(pattern, served)
    if (served.some(({ file }) => isPublic(withoutSuffix(file)))) return rule
    return { ...rule, values: { ...rule.values, 'X-Robots-Tag': 'noindex' } }
  }

  function policyRule(pattern: string, served: BuiltPage[]): HeaderRule {
    const policy = pagePolicy(served, reachOf(pattern, settings), isPublished)
    return { for: pattern, values: { 'Content-Security-Policy': policy } }
  }

  /** Netlify lets `/product/*` match `/products` too, and a path without a page gets the 404 page. */
  function pagesBehind(pattern: string): BuiltPage[] {
    const start = pattern.replace(/\/\*$/, '')
    const targets = pageRules.filter((rule) => rule.from.startsWith(start)).map((rule) => rule.to)
    const below = pages.filter((page) => page.file.startsWith(start)).map((page) => page.file)
    return pagesIn([...below, ...targets, NOT_FOUND_PAGE])
  }

  function pagesIn(files: string[]): BuiltPage[] {
    return pages.filter((page) => files.includes(page.file))
  }

  /** Header rules ignore case and paths do not: /Cart has the headers of /cart and no page. */
  function pagesAt(path: string, file: string): BuiltPage[] {
    const forced = pageRules.find((rule) => rule.force && rule.from === path)?.to
    const otherwise = pageRules
      .filter(({ from }) => from.endsWith('/*') && path.startsWith(from.slice(0, -1)))
      .map((rule) => rule.to)
    return pagesIn([forced ?? file, ...otherwise, NOT_FOUND_PAGE])
  }
}

function wildcards(pageRules: PageRule[]): string[] {
  const patterns = new Set([...pageRules.map((rule) => rule.from), `${paths.admin}/*`])
  return [...patterns].filter((pattern) => pattern.endsWith('/*')).sort(byLength)
}

function byLength(a: string, b: string): number {
  return a.length - b.length
}

function pathsOf(file: string): string[] {
  return [withoutSuffix(file), file]
}

/** `/products.html` is served for /products, and `/index.html` for `/`. */
function withoutSuffix(file: string): string {
  return file.replace(/\.html$/, '').replace(/\/index$/, '/')
}
