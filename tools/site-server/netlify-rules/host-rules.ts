/*
 * netlify.toml and the built site's _headers, read and matched by Netlify's own parsers and matcher.
 */
import { join } from 'node:path'
import { parseAllHeaders } from '@netlify/headers-parser'
import redirector, { type Match, type Matcher } from 'netlify-redirector'
import { type PageRule, readPageRules, refuse } from './page-rules.ts'

export interface HostRules {
  /** The first rule for this decoded path, whether or not a page already lives there. */
  ruleFor(path: string, search: string): Match | null
  headersFor(path: string): Record<string, string>
}

/**
 * Rejects when a rule is one that Netlify would refuse. In development nothing is built, and the
 * headers are those of netlify.toml alone.
 */
export async function readHostRules(root: string, builtSite?: string): Promise<HostRules> {
  const [rules, headers] = await Promise.all([
    readPageRules(root),
    readHeaderRules(root, builtSite),
  ])
  const matcher = await redirector.parseJSON(JSON.stringify(rules.map(asMatcherWantsIt)), {})
  return {
    ruleFor: (path, search) => matcher.match(anonymousRequest(path, search)),
    headersFor: (path) => headersOf(headers, path),
  }
}

/** `/*` matches every path, also one with a line break. */
function headersOf(rules: HeaderRule[], path: string): Record<string, string> {
  const line = path.replace(/\s/g, ' ')
  return Object.assign({}, ...rules.filter((rule) => rule.forRegExp.test(line)).map(valuesOf))
}

/** The header rules of netlify.toml and of the built site, in the order in which they apply. */
export async function readHeaderRules(root: string, builtSite?: string): Promise<HeaderRule[]> {
  const { headers, errors } = await parseAllHeaders({
    headersFiles: builtSite ? [join(builtSite, '_headers')] : [],
    netlifyConfigPath: join(root, 'netlify.toml'),
    configHeaders: undefined,
    minimal: false,
  })
  refuse(errors)
  return headers.filter((rule) => 'forRegExp' in rule)
}

export interface HeaderRule {
  /** A path, or the beginning of some with `*`. */
  for: string
  forRegExp: RegExp
  values: Record<string, string>
}

function valuesOf(rule: HeaderRule): Record<string, string> {
  return rule.values
}

/** The parser and the matcher of Netlify name two fields differently. */
function asMatcherWantsIt(redirect: PageRule): object {
  const { from, query, ...rest } = redirect as PageRule & { query: object }
  return { ...rest, origin: from, params: query }
}

/** None of our rules looks at a country, a language or a cookie. */
function anonymousRequest(path: string, search: string): Parameters<Matcher['match']>[0] {
  return {
    scheme: 'http',
    host: 'localhost',
    path,
    query: search.replace(/^\?/, ''),
    headers: {},
    cookieValues: {},
    getHeader: () => '',
    getCookie: () => '',
  }
}
