/*
 * `npm run bench` measures what a customer downloads and waits for: every kind of page, on a phone with
 * a slow network, beside baseline pages with the same pictures and texts and nothing else. It prints
 * Markdown tables and never fails because of a figure.
 */
import { parseArgs } from 'node:util'
import { installAuditTools } from '#tools/observatory/install.mjs'
import { root } from '#tools/run/step.mjs'
import { type Baselines, baselinePath, openBaselines } from './baselines.ts'
import { type Browser, openBrowser } from './browser.ts'
import { buildWithAstro, type Edge } from './edge.ts'
import { auditPage, timeFirstTap, weighPages } from './measure.ts'
import { type NextPageResult, timeNextPages } from './next-page.ts'
import { openShop, type PageKind, pageKinds, visitedPaths } from './page-kinds.ts'
import { type PageResult, printReport } from './report.ts'
import { createCertificate } from './tls.ts'

const NEXT_PAGE = 'next-page'

const BASELINES = [
  ['plain', 'summary', 'no script'],
  ['react', 'main button', 'React'],
] as const

interface Options {
  /** How often each page is timed. */
  rounds: number
  /** The name of a page kind, or `next-page`. Everything if undefined. */
  only: string | undefined
  lighthouse: boolean
}

const options = readOptions()
const certificate = await createCertificate('localhost')

await installAuditTools()
console.error('Building the shop …')
await buildWithAstro(root, { args: ['--mode', 'embedded'] })
const shop = await openShop(certificate)
const browser = await openBrowser(certificate.fingerprint)
try {
  const kinds = pageKinds(shop.orderId)
  const measured = kinds.filter(({ name }) => name === (options.only ?? name))
  if (measured.length === 0 && options.only !== NEXT_PAGE) {
    throw new Error(`No page is called "${options.only}".`)
  }
  console.error('Building the baselines …')
  const withBaseline = kinds.filter(({ hasBaseline }) => hasBaseline)
  const baselines = await openBaselines(browser, shop.edge.url, withBaseline, certificate)
  try {
    await measureAll(shop.edge, baselines, measured)
  } finally {
    await baselines.close()
  }
} finally {
  await browser.close()
  await shop.close()
}

async function measureAll(edge: Edge, baselines: Baselines, kinds: PageKind[]): Promise<void> {
  const pages: PageResult[] = []
  // Weighing comes first: it leaves every response compressed at the edges.
  for (const kind of kinds) {
    console.error(`Weighing ${kind.name}`)
    pages.push(await weigh(browser, edge.url, kind, kind.name))
    if (!kind.hasBaseline) continue
    for (const [baseline, action, label] of BASELINES) {
      const page = { path: baselinePath(baseline, kind.name), action }
      pages.push({
        ...(await weigh(browser, baselines.url, page, `${kind.name}, ${label}`)),
        baselineOf: kind.name,
        isPlain: baseline === 'plain',
      })
    }
  }
  // A page and right after it its baselines, so that other work on the machine slows them alike.
  for (let round = 1; round <= options.rounds; round++) {
    for (const page of pages) {
      console.error(`Timing ${page.name}, ${round} of ${options.rounds}`)
      page.taps.push(await timeFirstTap(browser, page.site, page))
      if (options.lighthouse) {
        page.audits.push(await auditPage(page.site, page, certificate.fingerprint))
      }
    }
  }
  printReport({ pages, visit: await weighVisit(edge), nextPages: await nextPages(edge, baselines) })
}

async function weigh(
  browser: Browser,
  site: string,
  page: Omit<PageKind, 'name'>,
  name: string,
): Promise<PageResult> {
  const weight = await weighPages(browser, site, [page])
  return { ...page, name, site, weight, audits: [], taps: [] }
}

/** Home, catalogue and product, one after the other. */
async function weighVisit({ url, bodiesSent }: Edge) {
  if (options.only) return undefined
  const before = bodiesSent()
  const pages = visitedPaths().map((path) => ({ path }))
  return { weight: await weighPages(browser, url, pages), bytesSent: bodiesSent() - before }
}

function nextPages(edge: Edge, baselines: Baselines): Promise<NextPageResult[]> {
  if (options.only && options.only !== NEXT_PAGE) return Promise.resolve([])
  return timeNextPages(edge, baselines, options.rounds, certificate.fingerprint)
}

function readOptions(): Options {
  const { values } = parseArgs({
    allowNegative: true,
    options: {
      rounds: { type: 'string', default: '3' },
      only: { type: 'string' },
      lighthouse: { type: 'boolean', default: true },
    },
  })
  const rounds = Number(values.rounds)
  if (!Number.isInteger(rounds) || rounds < 1) {
    throw new Error(`--rounds takes a whole number from 1 on, and not "${values.rounds}"`)
  }
  return { rounds, only: values.only, lighthouse: values.lighthouse }
}
