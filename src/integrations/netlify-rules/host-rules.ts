/*
 * netlify.toml, read and matched by Netlify's own parsers and matcher, so that this machine and the
 * host cannot disagree about what a rule means.
 */
import { join } from 'node:path'
import { parseAllHeaders } from '@netlify/headers-parser'
import { parseAllRedirects } from '@netlify/redirect-parser'
import redirector, { type Match, type Matcher } from 'netlify-redirector'

export interface HostRules {
  /** The first rule for this decoded path, whether or not a page already lives there. */
  ruleFor(path: string, search: string): Match | null
  headersFor(path: string): Record<string, string>
}

/** Rejects when netlify.toml has a rule that Netlify would refuse. */
export async function readHostRules(root: string): Promise<HostRules> {
  const netlifyConfigPath = join(root, 'netlify.toml')
  const [matcher, headers] = await Promise.all([
    readRedirects(netlifyConfigPath),
    readHeaders(netlifyConfigPath),
  ])
  return {
    ruleFor: (path, search) => matcher.match(anonymousRequest(path, search)),
    headersFor: (path) =>
      Object.assign({}, ...headers.filter((rule) => rule.forRegExp.test(path)).map(valuesOf)),
  }
}

async function readRedirects(netlifyConfigPath: string): Promise<Matcher> {
  const { redirects, errors } = await parseAllRedirects({
    redirectsFiles: [],
    netlifyConfigPath,
    configRedirects: [],
    minimal: false,
  })
  refuse(errors)
  return await redirector.parseJSON(JSON.stringify(redirects.map(asMatcherWantsIt)), {})
}

async function readHeaders(netlifyConfigPath: string) {
  const { headers, errors } = await parseAllHeaders({
    headersFiles: undefined,
    netlifyConfigPath,
    configHeaders: undefined,
    minimal: false,
  })
  refuse(errors)
  return headers.filter((rule) => 'forRegExp' in rule)
}

function valuesOf(rule: { values: Record<string, string> }): Record<string, string> {
  return rule.values
}

/** The parser and the matcher of Netlify name two fields differently. */
function asMatcherWantsIt(redirect: unknown): object {
  const { from, query, ...rest } = redirect as { from: string; query: object }
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

function refuse(errors: Error[]): void {
  if (errors.length === 0) return
  throw new Error(`netlify.toml: ${errors.map((error) => error.message).join('; ')}`)
}
