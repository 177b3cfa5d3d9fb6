import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Middleware, sendText } from '../middleware.ts'
import type { HostRules } from './host-rules.ts'
import { withoutSlash } from './site-files.ts'

/** Whether a page or file has this path: then only a forced rule applies. */
export type HasPage = (path: string) => boolean | Promise<boolean>

const NOT_FOUND_PAGE = '/404.html'

/** Files that the host reads and does not serve. */
const HOST_FILES = new Set(['/_headers', '/_redirects'])

/** Sets the host's headers on every response. */
export function hostHeaders(rules: HostRules): Middleware {
  return (request, response, next) => {
    const url = request.url ?? '/'
    const [path = url] = splitUrl(url)
    response.setHeaders(new Map(Object.entries(rules.headersFor(path))))
    next()
  }
}

/**
 * Redirects, rewrites or refuses as the host's rules say. A rewrite changes `request.url` and leaves
 * the response to what comes next.
 */
export function obeyRules(rules: HostRules, hasPage: HasPage): Middleware {
  return (request, response, next) => {
    follow(rules, hasPage, request, response).then((hasResponded) => {
      if (!hasResponded) next()
    }, next)
  }
}

async function follow(
  rules: HostRules,
  hasPage: HasPage,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const [path, search] = splitUrl(request.url ?? '/')
  if (path === undefined) {
    sendText(response, 400, 'Bad Request')
    return true
  }
  if (climbs(path) || HOST_FILES.has(withoutSlash(path))) {
    rewrite(request, response, NOT_FOUND_PAGE, 404)
    return false
  }
  const rule = rules.ruleFor(path, search)
  if (!rule) return false
  if (!rule.force && (await hasPage(path))) return false
  const target = rule.to.includes('?') ? rule.to : `${rule.to}${search}`
  if (rule.status >= 300 && rule.status < 400) {
    response.writeHead(rule.status, { Location: target }).end()
    return true
  }
  rewrite(request, response, target, rule.status)
  return false
}

/** Makes the next middleware serve the 404 page, with its status. */
export const serveNotFound: Middleware = (request, response, next) => {
  rewrite(request, response, NOT_FOUND_PAGE, 404)
  next()
}

function rewrite(
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
  status: number,
): void {
  request.url = url
  if (status === 200) return
  // "Not modified" or a part of the file would hide the status that the rule asks for.
  delete request.headers['if-none-match']
  delete request.headers['if-modified-since']
  delete request.headers.range
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse
  response.writeHead = (_status: number, ...rest: unknown[]) => writeHead(status, ...rest)
}

/** The decoded path and the search with its "?". A path that cannot be decoded is undefined. */
function splitUrl(url: string): [path: string | undefined, search: string] {
  const [, rawPath = '/', search = ''] = /^([^?]*)(\?.*)?$/s.exec(url) ?? []
  try {
    return [decodeURIComponent(rawPath), search]
  } catch {
    return [undefined, search]
  }
}

/** `..` never comes from a browser, which resolves it first. */
function climbs(path: string): boolean {
  return path.split(/[/\\]/).includes('..')
}
