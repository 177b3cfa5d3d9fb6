import type { Match } from 'netlify-redirector'
import { type FieldProblem, inFile } from '#content-loader/problem.ts'
import { paths } from '#paths.ts'
import { type HostRules, readHostRules } from '../../site-server/netlify-rules/host-rules.ts'
import { type PageRule, readPageRules } from '../../site-server/netlify-rules/page-rules.ts'
import type { Check } from './project.ts'

const FILE = 'netlify.toml'
const NOT_FOUND = '/404.html'
const UNKNOWN = '/no-such-page'

/** What the host does with a path that is no page's, or must not be. */
const RULES: [path: string, from: string, to: string, status: number, force: boolean][] = [
  [paths.confirmation('ABCDEFGH'), '/order/confirmation/*', '/order/confirmation.html', 200, false],
  [paths.tracking('ABCDEFGH'), '/order/tracking/*', '/order/tracking.html', 200, false],
  [paths.adminOrder('ABCDEFGH'), '/admin/orders/*', '/admin/order.html', 200, false],
  [paths.product('no-product'), '/product/*', '/product/not-found.html', 404, false],
  [paths.article(999_999_999), '/blog/*', '/blog/not-found.html', 404, false],
  ['/product/not-found', '/product/not-found', '/product/not-found.html', 404, true],
  ['/blog/not-found', '/blog/not-found', '/blog/not-found.html', 404, true],
  ['/order/confirmation', '/order/confirmation', NOT_FOUND, 404, true],
  ['/order/tracking', '/order/tracking', NOT_FOUND, 404, true],
  ['/admin/order', '/admin/order', NOT_FOUND, 404, true],
  ['/404', '/404', NOT_FOUND, 404, true],
  [paths.search, paths.search, paths.products, 301, false],
]

/** Headers without which a page is less safe, a browser keeps what has changed, or the admin cannot scan. */
const HEADERS: [path: string, name: string, value: string][] = [
  ['/', 'Strict-Transport-Security', 'max-age='],
  ['/', 'X-Content-Type-Options', 'nosniff'],
  ['/', 'X-Frame-Options', 'DENY'],
  ['/', 'Referrer-Policy', 'strict-origin-when-cross-origin'],
  ['/', 'Cross-Origin-Opener-Policy', 'same-origin'],
  ['/', 'Cross-Origin-Resource-Policy', 'same-origin'],
  ['/', 'Permissions-Policy', 'camera=()'],
  ['/', 'Speculation-Rules', '/speculation-rules.json'],
  ['/speculation-rules.json', 'Content-Type', 'application/speculationrules+json'],
  ['/_astro/a.js', 'Cache-Control', 'immutable'],
  ['/service-worker.js', 'Cache-Control', 'no-cache'],
  ['/notices-worker.js', 'Cache-Control', 'no-cache'],
  [paths.admin, 'Cache-Control', 'no-store'],
  [`${paths.admin}.html`, 'Cache-Control', 'no-store'],
  [paths.adminOrders, 'Cache-Control', 'no-store'],
  [paths.adminOrders, 'Permissions-Policy', 'camera=(self)'],
]

/** The rules of the host lead each path to its page, and an unknown one to none. */
export const hostRules: Check = async ({ root }) => {
  try {
    const [rules, redirects] = await Promise.all([readHostRules(root), readPageRules(root)])
    return inFile(FILE, [
      ...RULES.flatMap((rule) => ruleProblem(rules, redirects, rule)),
      ...pageProblems(rules, redirects),
      ...headerProblems(rules),
    ])
  } catch (error) {
    const what = `cannot be read (${(error as Error).message})`
    return [{ file: FILE, what, write: 'Compare its quotes and brackets with an older version' }]
  }
}

function ruleProblem(
  { ruleFor }: HostRules,
  redirects: PageRule[],
  [path, from, to, status, force]: (typeof RULES)[number],
): FieldProblem[] {
  const found = ruleFor(path, '')
  if (found && found.to === to && found.status === status && Boolean(found.force) === force) {
    return []
  }
  const forced = force ? ' and force = true' : ''
  return [
    {
      what: `${path} must lead to ${to} with status ${status}, and ${nameOf(found, path, redirects)} takes it`,
      write: `Write a rule from = "${from}", to = "${to}", status = ${status}${forced} before any rule that also matches`,
    },
  ]
}

/** A page has no rule but one that applies only where there is no page. */
function pageProblems({ ruleFor }: HostRules, redirects: PageRule[]): FieldProblem[] {
  const pages = Object.values(paths).filter((path) => typeof path === 'string')
  const taken = pages.flatMap((path) => {
    const rule = path === paths.search ? null : ruleFor(path, '')
    if (!rule || (!rule.force && (rule.status < 300 || rule.status >= 400))) return []
    return {
      what: `${path} is a page, and ${nameOf(rule, path, redirects)} takes it`,
      write: 'Remove that rule, or give it another "from"',
    }
  })
  const unknown = ruleFor(UNKNOWN, '')
  if (!unknown || unknown.status === 404) return taken
  return [
    ...taken,
    {
      what: `a path that no page has must be a 404, and ${nameOf(unknown, UNKNOWN, redirects)} takes it`,
      write: 'Remove that rule',
    },
  ]
}

function headerProblems({ headersFor }: HostRules): FieldProblem[] {
  return HEADERS.filter(([path, name, value]) => !headersFor(path)[name]?.includes(value)).map(
    ([path, name, value]) => ({
      what: `${path} has no header ${name} with ${value}`,
      write: 'Write it under [[headers]], as an older version has it',
    }),
  )
}

function nameOf(found: Match | null, path: string, redirects: PageRule[]): string {
  if (!found) return 'no rule'
  const rule = redirects.find(
    ({ from, to }) =>
      to === found.to && (from.endsWith('*') ? path.startsWith(from.slice(0, -1)) : from === path),
  )
  return `the rule from ${rule?.from ?? '?'} to ${found.to} (${found.status})`
}
