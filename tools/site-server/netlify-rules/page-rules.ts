/*
 * The redirects and rewrites of netlify.toml, read by Netlify's own parser. Apart from host-rules.ts,
 * since a build needs these and not what serves a site.
 */
import { join } from 'node:path'
import { parseAllRedirects } from '@netlify/redirect-parser'

/** A redirect or rewrite as netlify.toml has it. */
export interface PageRule {
  from: string
  to: string
  status: number
  force: boolean
  /** Search params, countries, languages, roles or cookies without which it does not apply. */
  query?: Record<string, string>
  conditions?: Record<string, string[]>
}

/** The redirects and rewrites in the order in which they are tried. */
export async function readPageRules(root: string): Promise<PageRule[]> {
  const { redirects, errors } = await parseAllRedirects({
    redirectsFiles: [],
    netlifyConfigPath: join(root, 'netlify.toml'),
    configRedirects: [],
    minimal: false,
  })
  refuse(errors)
  return redirects as PageRule[]
}

/** Throws what Netlify's parsers have found wrong. */
export function refuse(errors: Error[]): void {
  if (errors.length === 0) return
  throw new Error(`netlify.toml or _headers: ${errors.map((error) => error.message).join('; ')}`)
}
