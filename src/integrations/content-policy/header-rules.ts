/*
 * A policy for every address. Whether Netlify lets the last matching rule win or sends the headers of
 * all of them is not documented, so every rule allows at least what the more exact ones after it do:
 * the last alone and all together then mean the same.
 */
import { isPublic } from '#features/content/metadata/private-pages.ts'
import { paths } from '#paths.ts'
import { isHostedStore } from '../local-store/store-settings.ts'
import type { PageRule } from '../netlify-rules/host-rules.ts'
import type { InlineCode } from './inline-code.ts'
import { FILE_POLICY, pagePolicy } from './policy.ts'
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
  return [
    ruleFor('/*', pages),
    ...wildcards(pageRules).map((pattern) => ruleFor(pattern, pagesBehind(pattern))),
    ...pages.flatMap(({ file }) =>
      addressesOf(file).map((address) => ruleFor(address, pagesIn([targetOf(address) ?? file]))),
    ),
    ...fileFolders.map((folder) => ({ for: `${folder}/*`, values: policyHeader(FILE_POLICY) })),
  ]

  function ruleFor(pattern: string, served: BuiltPage[]): HeaderRule {
    const isPublished = isHostedStore(settings['PUBLIC_SUPABASE_URL'])
    const policy = policyHeader(pagePolicy(served, reachOf(pattern, settings), isPublished))
    const isPrivate = !served.some(({ file }) => isPublic(withoutSuffix(file)))
    return { for: pattern, values: { ...policy, ...(isPrivate && { 'X-Robots-Tag': 'noindex' }) } }
  }

  /** Netlify lets `/product/*` match `/products` too, and what no page answers is the 404 page's. */
  function pagesBehind(pattern: string): BuiltPage[] {
    const start = pattern.replace(/\/\*$/, '')
    const targets = pageRules.filter((rule) => rule.from.startsWith(start)).map((rule) => rule.to)
    const below = pages.filter((page) => page.file.startsWith(start)).map((page) => page.file)
    return pagesIn([...below, ...targets, NOT_FOUND_PAGE])
  }

  function pagesIn(files: string[]): BuiltPage[] {
    return pages.filter((page) => files.includes(page.file))
  }

  /** The page that a forced rule puts in the place of the address's own. */
  function targetOf(address: string): string | undefined {
    return pageRules.find((rule) => rule.force && rule.from === address)?.to
  }
}

function wildcards(pageRules: PageRule[]): string[] {
  const patterns = new Set([...pageRules.map((rule) => rule.from), `${paths.admin}/*`])
  return [...patterns].filter((pattern) => pattern.endsWith('/*')).sort(byLength)
}

function byLength(a: string, b: string): number {
  return a.length - b.length
}

function addressesOf(file: string): string[] {
  return [withoutSuffix(file), file]
}

/** `/products.html` answers /products, and `/index.html` answers `/`. */
function withoutSuffix(file: string): string {
  return file.replace(/\.html$/, '').replace(/\/index$/, '/')
}

function policyHeader(policy: string): Record<string, string> {
  return { 'Content-Security-Policy': policy }
}
