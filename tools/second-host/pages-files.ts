/*
 * What Cloudflare Pages reads in place of netlify.toml. It follows every rule before it looks for a file, has none for a
 * status of 404, and joins the values of a header that several rules set.
 */
import { posix } from 'node:path'
import type { HeaderRule as HostRule } from '../site-server/netlify-rules/host-rules.ts'
import type { PageRule } from '../site-server/netlify-rules/page-rules.ts'
import { UserError } from '../user-error.ts'

type HeaderRule = Pick<HostRule, 'for' | 'values'>

/** What Pages reads at most. */
export const MAX_HEADER_RULES = 100
const MAX_LINE_LENGTH = 2000

/** A path without a file: Pages responds with the nearest 404.html above it. */
const NOWHERE = '-'

const POLICY = 'Content-Security-Policy'

const NOT_FOUND = '404.html'

/** `pages` are the paths that have a page. Exact paths come first, which Pages finds without a search. */
export function pagesRedirects(rules: PageRule[], pages: readonly string[]): string {
  const lines = rules.flatMap((rule) => redirectsOf(rule, pages))
  return lines.toSorted((a, b) => Number(a.includes('*')) - Number(b.includes('*'))).join('\n')
}

/** The page that each folder shows for what it does not have, as paths of files. */
export function notFoundPages(rules: PageRule[]): { from: string; to: string }[] {
  return rules
    .filter((rule) => rule.status === 404 && !rule.force)
    .map((rule) => ({ from: rule.to, to: posix.join(posix.dirname(rule.to), NOT_FOUND) }))
}

function redirectsOf(rule: PageRule, pages: readonly string[]): string[] {
  const { from, to, status, force } = rule
  const folder = posix.dirname(to)
  const missing = (path: string) => `${path} ${posix.join(folder, NOWHERE)} 200`
  if (status === 200) {
    const own = pages.filter((page) => from.endsWith('*') && page.startsWith(from.slice(0, -1)))
    return [...own.map((page) => `${page} ${page} 200`), `${from} ${withoutSuffix(to)} 200`]
  }
  if (status > 300 && status < 400) return [`${from} ${to} ${status}`]
  if (status === 404 && force) return [missing(from), missing(`${from}/`)]
  if (status === 404 && from === posix.join(folder, '*'))
    return [missing(posix.join(folder, '404'))]
  throw new UserError(
    `netlify.toml: Cloudflare Pages has nothing for ${from} with status ${status}.`,
  )
}

/** Pages redirects from /products.html to /products by itself. */
export function withoutSuffix(file: string): string {
  return file.replace(/\.html$/, '')
}

export function pagesHeaders(rules: HeaderRule[]): string {
  const { [POLICY]: notFoundPolicy = '' } = valuesFor(rules, `/${withoutSuffix(NOT_FOUND)}`)
  const needed = neededRules(rules)
  const seen = new Set(['access-control-allow-origin'])
  const lines = needed.flatMap(({ for: path, values }) => {
    const { [POLICY]: policy = '' } = values
    // Each page has a rule of its own: of inline code all other paths have that of the 404 page.
    const set =
      path === '/*' ? { ...values, [POLICY]: withHashesOf(policy, notFoundPolicy) } : values
    const unset =
      path === '/*' ? [...seen] : Object.keys(set).filter((name) => seen.has(name.toLowerCase()))
    for (const name of Object.keys(set)) seen.add(name.toLowerCase())
    return [
      path,
      ...unset.map((name) => `  ! ${name}`),
      ...Object.entries(set).map(([name, value]) => `  ${name}: ${value}`),
    ]
  })
  if (needed.length > MAX_HEADER_RULES || lines.some((line) => line.length > MAX_LINE_LENGTH)) {
    throw new UserError(
      `Cloudflare Pages reads ${MAX_HEADER_RULES} rules of ${MAX_LINE_LENGTH} characters a line: the site has ` +
        `${needed.length}, and the longest line has ${Math.max(...lines.map((line) => line.length))}.`,
    )
  }
  return lines.join('\n')
}

/** One for each path that has headers of its own. */
export function neededRules(rules: HeaderRule[]): HeaderRule[] {
  return mergedByPath(rules.filter((rule) => !rule.for.endsWith('.html')))
}

function valuesFor(rules: HeaderRule[], path: string): Record<string, string> {
  return Object.assign({}, ...rules.filter((rule) => rule.for === path).map((rule) => rule.values))
}

/** In the order of the first rule for each path. To Netlify `/admin/*` is `/admin`, too. */
function mergedByPath(rules: HeaderRule[]): HeaderRule[] {
  return [...new Set(rules.map((rule) => rule.for))].map((path) => ({
    for: path,
    values: { ...valuesFor(rules, `${path}/*`), ...valuesFor(rules, path) },
  }))
}

/** A content policy with the hashes of another one. */
function withHashesOf(policy: string, other: string): string {
  const nameOf = (directive: string) => directive.split(' ')[0]
  const others = other.split('; ')
  return policy
    .split('; ')
    .map((directive) =>
      directive.includes("'sha256-")
        ? (others.find((one) => nameOf(one) === nameOf(directive)) ?? directive)
        : directive,
    )
    .join('; ')
}
