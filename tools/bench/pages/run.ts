/*
 * `npm run bench`: what a customer downloads and waits for, by Lighthouse's mobile preset, on each kind of page of
 * the built shop. `-- --against FOLDER` measures another build (its `dist`) in the same run: both take turns, so that
 * other work on the machine slows them alike; `-- --plain` measures the same pages without their scripts. `--rounds` and
 * `--only` make it steadier or smaller. Prints a Markdown table and never fails because of a figure.
 */
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openBrowser } from './browser.ts'
import { type Audit, auditPage } from './lighthouse.ts'
import { type BenchShop, dist, openShop, type PageKind, pageKinds } from './page-kinds.ts'
import { createCertificate } from './tls.ts'

const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    only: { type: 'string' },
    plain: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
  },
})
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1)
  throw new Error(`--rounds takes a whole number from 1 on, and not "${values.rounds}"`)

const certificate = await createCertificate('localhost')
const shops: (BenchShop & { name: string })[] = []
const plainSite = mkdtempSync(join(tmpdir(), 'zulf-plain-'))
try {
  if (values.against)
    shops.push({ name: 'before', ...(await openShop(certificate, resolve(values.against))) })
  if (values.plain) {
    copyWithoutScripts(plainSite)
    shops.push({ name: 'plain', ...(await openShop(certificate, plainSite)) })
  }
  shops.push({ name: 'here', ...(await openShop(certificate, dist)) })
  const kinds = pageKinds().filter(({ name }) => name === (values.only ?? name))
  if (kinds.length === 0) throw new Error(`No page is called "${values.only}".`)
  console.log(
    '| kB, ms | build | html | js | all | requests | FCP | LCP | TBT | CLS | scores |\n' +
      '| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --- |',
  )
  for (const kind of kinds) await measure(kind)
} finally {
  for (const { close } of shops) await close()
  rmSync(plainSite, { recursive: true })
}

function copyWithoutScripts(folder: string): void {
  cpSync(dist, folder, { recursive: true })
  for (const name of globSync('**/*.html', { cwd: folder })) {
    const file = join(folder, name)
    writeFileSync(file, readFileSync(file, 'utf8').replace(/<script\b[\s\S]*?<\/script>/g, ''))
  }
}

async function measure(kind: PageKind): Promise<void> {
  const audits = new Map<string, Audit[]>(shops.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, edge, orderId } of shops) {
      const browser = await openBrowser(certificate.fingerprint)
      try {
        audits.get(name)?.push(await auditPage(browser, edge.url, kind, orderId))
      } finally {
        await browser.close()
      }
    }
  }
  for (const [name, all] of audits) console.log(row(kind.name, name, all))
}

/** Medians, the largest shift and the lowest scores. */
function row(page: string, build: string, audits: Audit[]): string {
  const of = (read: (audit: Audit) => number) => median(audits.map(read))
  const kilobytes = (read: (audit: Audit) => number) => (of(read) / 1000).toFixed(1)
  const cells = [
    page,
    build,
    kilobytes((audit) => audit.bytes.html),
    kilobytes((audit) => audit.bytes.script),
    kilobytes((audit) => audit.bytes.all),
    of((audit) => audit.requests),
    of((audit) => audit.fcp).toFixed(0),
    of((audit) => audit.lcp).toFixed(0),
    of((audit) => audit.tbt).toFixed(0),
    Math.max(...audits.map((audit) => audit.cls)).toFixed(3),
    (audits[0]?.scores ?? [])
      .map((_, nth) => Math.min(...audits.map(({ scores }) => scores[nth] ?? 0)))
      .join(' '),
  ]
  return `| ${cells.join(' | ')} |`
}

/** The lower of the two middle values of an even number. */
function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}
