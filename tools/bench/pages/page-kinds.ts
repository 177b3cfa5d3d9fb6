/* The shop that is measured, and the kinds of page that a customer opens in it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toCart } from '#features/cart/cart.ts'
import { encodeCart } from '#features/cart/stored-cart.ts'
import { type PricedProduct, priceList } from '#features/catalogue/price-list.ts'
import { paths } from '#paths.ts'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { postJson } from '#tests/support/shop-server.ts'
import { openLocalBackend } from '#tools/local-backend/local-backend.ts'
import { openParts } from '#tools/open-parts.ts'
import { startSiteServer } from '#tools/site-server/site-server.ts'
import type { Page } from './browser.ts'
import { type Edge, startEdge } from './edge.ts'
import type { Certificate } from './tls.ts'

export const dist = fileURLToPath(new URL('../../../dist', import.meta.url))

export interface MeasuredPage {
  path: string
  /** What is tapped first, as a Puppeteer selector. */
  action: string
  /** Opened with products in the cart. */
  needsCart?: boolean
}

export interface PageKind extends MeasuredPage {
  name: string
  /** Measured beside pages with the same pictures and texts. */
  hasBaseline?: boolean
}

const MENU = button('Menu')

/** @param orderId Of an order that was placed, for its page. */
export function pageKinds(orderId: string): PageKind[] {
  const quantity = button('Increase quantity')
  const product = paths.product(bestSeller().id)
  return [
    { name: 'home', path: paths.home, action: MENU, hasBaseline: true },
    { name: 'catalogue', path: paths.products, action: button('Show Filters'), hasBaseline: true },
    { name: 'product', path: product, action: quantity, hasBaseline: true },
    { name: 'blog', path: paths.blog, action: MENU },
    { name: 'article', path: paths.article(1), action: MENU },
    { name: 'about', path: paths.about, action: MENU },
    { name: 'contact', path: paths.contact, action: button('Send Message') },
    { name: 'results', path: paths.results, action: MENU },
    { name: 'questions', path: paths.questions, action: MENU },
    { name: 'terms', path: paths.terms, action: MENU },
    { name: 'cart', path: paths.cart, action: quantity, needsCart: true },
    { name: 'checkout', path: paths.checkout, action: button('Place Order'), needsCart: true },
    { name: 'tracking', path: paths.tracking(orderId), action: MENU },
    { name: '404', path: '/no-such-page', action: MENU },
  ]
}

/** What a customer opens one after the other. */
export function visitedPaths(): string[] {
  return [paths.home, paths.products, paths.product(bestSeller().id)]
}

/** The first product of the catalogue. */
export function bestSeller(): PricedProduct {
  const [product] = priceList
  if (!product) throw new Error('Nothing is for sale')
  return product
}

function button(name: string): string {
  return `::-p-aria([name="${name}"][role="button"])`
}

export interface BenchShop {
  edge: Edge
  orderId: string
  close(): Promise<void>
}

export function openShop(certificate: Certificate): Promise<BenchShop> {
  return openParts(async (onClose) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'zulf-bench-'))
    onClose(() => rmSync(dataDir, { recursive: true, force: true }))
    const login = { adminUsername: 'admin', adminPassword: 'nobody-signs-in-here' }
    const backend = await openLocalBackend({ dataDir, ...login, adminEmailDomain: 'zulf.example' })
    onClose(backend.close)
    const site = await startSiteServer({ port: 0, dist, backend })
    onClose(site.close)
    const edge = await startEdge(site.url, certificate)
    onClose(edge.close)
    return { edge, orderId: await placeOrder(site.url) }
  })
}

async function placeOrder(url: string): Promise<string> {
  const p = aNewOrder()
  const response = await postJson(`${url}/rest/v1/rpc/place_order`, { p })
  if (!response.ok) throw new Error(`The order was refused: ${await response.text()}`)
  return p.id
}

/** Puts two units into the cart, without loading anything of the shop. */
export async function seedCart(page: Page, site: string): Promise<void> {
  await page.goto(`${site}/robots.txt`)
  const { id, sizes } = bestSeller()
  const cart = encodeCart(toCart([{ id, size: sizes[0].label, quantity: 2 }]))
  await page.evaluate(`localStorage.setItem('zulf:cart', ${JSON.stringify(cart)})`)
}
