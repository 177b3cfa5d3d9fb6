/* The shop that is measured, and the kinds of page that a customer opens in it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { paths } from '#paths.ts'
import { type PricedProduct, priceList } from '#product/price-list.ts'
import { priceCart } from '#shop/cart/cart.ts'
import { encodeCart } from '#shop/cart/stored-cart.ts'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { postJson } from '#tests/support/shop-server.ts'
import { openLocalBackend } from '#tools/local-backend/local-backend.ts'
import { openParts } from '#tools/open-parts.ts'
import { startSiteServer } from '#tools/site-server/site-server.ts'
import type { Page } from './browser.ts'
import { type Edge, startEdge } from './edge.ts'
import type { Certificate } from './tls.ts'

export const dist = fileURLToPath(new URL('../../../dist', import.meta.url))

export interface PageKind {
  name: string
  /** @param orderId Of an order that was placed, for its page. */
  path(orderId: string): string
  /** Opened with products in the cart. */
  needsCart?: boolean
}

export function pageKinds(): PageKind[] {
  const product = paths.product(bestSeller().id)
  return [
    { name: 'home', path: () => paths.home },
    { name: 'catalogue', path: () => paths.products },
    { name: 'product', path: () => product },
    { name: 'blog', path: () => paths.blog },
    { name: 'article', path: () => paths.article(1) },
    { name: 'about', path: () => paths.about },
    { name: 'contact', path: () => paths.contact },
    { name: 'results', path: () => paths.results },
    { name: 'questions', path: () => paths.questions },
    { name: 'terms', path: () => paths.terms },
    { name: 'cart', path: () => paths.cart, needsCart: true },
    { name: 'checkout', path: () => paths.checkout, needsCart: true },
    { name: 'tracking', path: (orderId) => paths.tracking(orderId) },
    { name: 'confirmation', path: (orderId) => paths.confirmation(orderId) },
    { name: 'find', path: () => paths.findOrder },
    { name: '404', path: () => '/no-such-page' },
  ]
}

/** The first product of the catalogue. */
function bestSeller(): PricedProduct {
  const [product] = priceList
  if (!product) throw new Error('Nothing is for sale')
  return product
}

export interface BenchShop {
  edge: Edge
  orderId: string
  close(): Promise<void>
}

/** A build behind a server of its own, with a backend and an order of its own. */
export function openShop(certificate: Certificate, dist: string): Promise<BenchShop> {
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
  const cart = encodeCart(priceCart([{ id, size: sizes[0].label, quantity: 2 }]))
  await page.evaluate(`localStorage.setItem('zulf:cart', ${JSON.stringify(cart)})`)
}
