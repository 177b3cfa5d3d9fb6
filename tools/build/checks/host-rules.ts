import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
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

/** Files of a build that no page of `paths` is. */
const BUILT_FILES = [
  '/_astro/a.js',
  '/sitemap-index.xml',
  '/sitemap-0.xml',
  '/robots.txt',
  '/rss.xml',
]

/** The host reads it before netlify.toml, and nothing else here reads it. */
const OTHER_FILE = 'public/_redirects'

/** The rules of the host lead each path to its page, and an unknown one to none. */
export const hostRules: Check = async ({ root }) => {
  if (existsSync(join(root, OTHER_FILE))) {
    const what = `stands before the rules of ${FILE}`
    return [{ file: OTHER_FILE, what, write: `Move its rules to ${FILE}, and remove it` }]
  }
  try {
    const [rules, redirects] = await Promise.all([readHostRules(root), readPageRules(root)])
    const ofConditions = conditionProblems(redirects, root)
    if (ofConditions.length > 0) return inFile(FILE, ofConditions)
    return inFile(FILE, [
      ...RULES.flatMap((rule) => ruleProblem(rules, redirects, rule)),
      ...pageProblems(rules, redirects, root),
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
function pageProblems({ ruleFor }: HostRules, redirects: PageRule[], root: string): FieldProblem[] {
  const taken = pagesOf(root).filter((path) => {
    const rule = ruleFor(path, '')
    return rule && (rule.force || (rule.status >= 300 && rule.status < 400))
  })
  const byRule = Object.groupBy(taken, (path) => nameOf(ruleFor(path, ''), path, redirects))
  const problems = Object.entries(byRule).map(([rule, pages = []]) => ({
    what: `${pages[0]}${pages.length > 1 ? ` and ${pages.length - 1} more` : ''} must be as the build makes it, and ${rule} takes it`,
    write: 'Remove that rule, or give it another "from"',
  }))
  const unknown = ruleFor(UNKNOWN, '')
  if (!unknown || unknown.status === 404) return problems
  return [
    ...problems,
    {
      what: `a path that no page has must be a 404, and ${nameOf(unknown, UNKNOWN, redirects)} takes it`,
      write: 'Remove that rule',
    },
  ]
}

/** Paths of pages and files. */
function pagesOf(root: string): string[] {
  const named = Object.values(paths).filter(
    (path) => typeof path === 'string' && path.startsWith('/') && path !== paths.search,
  )
  const articles = globSync('*.md', { cwd: join(root, 'src/content/blog') })
  const products = globSync('*.md', { cwd: join(root, 'src/content/products') })
  return [
    ...(named as string[]),
    ...BUILT_FILES,
    ...articles.map((file) => paths.article(Number.parseInt(file, 10))),
    ...products.map((file) => paths.product(file.replace(/\.md$/, ''))),
  ]
}

/** A rule for one country, language, role or query leads those customers elsewhere, and no test has them. */
function conditionProblems(redirects: PageRule[], root: string): FieldProblem[] {
  const needed = [...RULES.map(([path]) => path), UNKNOWN, ...pagesOf(root)]
  return redirects.flatMap((rule) => {
    const conditions = { ...rule.conditions, ...rule.query }
    const path = needed.find((one) => matches(rule.from, one))
    if (Object.keys(conditions).length === 0 || path === undefined) return []
    return {
      what: `the rule from ${rule.from} to ${rule.to} takes ${path} under a condition (${Object.keys(conditions)})`,
      write: 'Remove that rule, or give it another "from"',
    }
  })
}

function headerProblems({ headersFor }: HostRules): FieldProblem[] {
  const missing = HEADERS.filter(
    ([path, name, value]) => !headersFor(path)[name]?.includes(value),
  ).map(([path, name, value]) => ({
    what: `${path} has no header ${name} with ${value}`,
    write: 'Write it under [[headers]], as an older version has it',
  }))
  // A browser obeys both policies.
  if (!headersFor('/')['Content-Security-Policy']) return missing
  return [
    ...missing,
    {
      what: 'has a Content-Security-Policy, and a build writes its own into dist/_headers',
      write: 'Remove it',
    },
  ]
}

function nameOf(found: Match | null, path: string, redirects: PageRule[]): string {
  if (!found) return 'no rule'
  const rule = redirects.find(({ from, status }) => status === found.status && matches(from, path))
  return `the rule from ${rule?.from ?? '?'} to ${found.to} (${found.status})`
}

/** Whether a rule is for this path: `*` stands for the rest, `:name` for a part. */
function matches(from: string, path: string): boolean {
  const pattern = from.replace(/\/\*$/, '(/.*)?').replace(/\*$/, '.*').replace(/:\w+/g, '[^/]+')
  return new RegExp(`^${pattern || '/'}$`).test(path)
}
