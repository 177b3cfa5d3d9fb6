/*
 * `npm run audit:headers`: the grade that Mozilla's Observatory gives each kind of page of the built site.
 * Exits with 1 if a page has less than A+ or fewer points than LEAST_POINTS.
 */
import { fileURLToPath } from 'node:url'
// Not by their aliases: this folder has a package.json of its own.
import { settings } from '../../src/config/settings.ts'
import { priceList } from '../../src/features/catalogue/price-list.ts'
import { startSiteServer } from '../site-server/site-server.ts'
import { installAuditTools } from './install.mjs'

/*
 * Of the extra points of this version, 15 are out of reach: for cookies, which we do not set, for the
 * browsers' own preload list, and for integrity attributes. Later versions give 10 more for
 * Cross-Origin-Opener-Policy, which we send: there these 130 are 140.
 */
const LEAST_POINTS = 130

const PAGES = [
  '/',
  '/products',
  `/product/${priceList[0]?.id}`,
  '/product/unknown',
  '/cart',
  '/checkout',
  '/order/confirmation/ABCDEFGH',
  '/order/tracking/ABCDEFGH',
  '/about',
  '/contact',
  '/results',
  '/blog',
  '/blog/1',
  '/blog/7',
  '/privacy',
  '/admin',
  '/admin/dashboard',
  '/admin/orders/ABCDEFGH',
  '/nowhere',
]

await installAuditTools()
const { gradeResponse } = await import('./observatory.mjs')

const dist = fileURLToPath(new URL('../../dist', import.meta.url))
const site = await startSiteServer({ port: 0, dist })
const verdicts = await Promise.all(PAGES.map(verdictOn))
await site.close()

console.table(Object.fromEntries(verdicts.map(({ path, ...verdict }) => [path, verdict])))
const poor = verdicts.filter(({ grade, points }) => grade !== 'A+' || points < LEAST_POINTS)
for (const { path, points, missed } of poor)
  console.error(`${path}: ${missed.join(', ') || `${points} points`}`)
process.exitCode = poor.length > 0 ? 1 : 0

async function verdictOn(path) {
  const response = await fetch(`${site.url}${path}`)
  const html = await response.text()
  const { grade, points, missed } = gradeResponse(`${settings.site}${path}`, {
    headers: Object.fromEntries(response.headers),
    html,
  })
  return { path, status: response.status, grade, points, missed }
}
