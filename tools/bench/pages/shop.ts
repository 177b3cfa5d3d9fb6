/* The shop that is measured: built, with a store of its own, behind the stand-in for its host. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toCart } from '#features/cart/cart.ts'
import { encodeCart } from '#features/cart/stored-cart.ts'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { LOCAL_API_KEY } from '#tools/local-backend/gateway.ts'
import { openLocalBackend } from '#tools/local-backend/local-backend.ts'
import { startSiteServer } from '#tools/site-server/site-server.ts'
import { soldFirst } from './kinds.ts'
import type { Page } from './lighthouse.ts'
import type { Certificate } from './server/certificate.ts'
import { type Edge, startEdge } from './server/edge.ts'

export const dist = fileURLToPath(new URL('../../../dist', import.meta.url))

export interface BenchShop {
  edge: Edge
  orderId: string
  close(): Promise<void>
}

export async function openShop(certificate: Certificate): Promise<BenchShop> {
  const dataDir = mkdtempSync(join(tmpdir(), 'zulf-bench-'))
  const login = { adminUsername: 'admin', adminPassword: 'nobody-signs-in-here' }
  const store = await openLocalBackend({ dataDir, ...login, adminEmailDomain: 'zulf.example' })
  const site = await startSiteServer({ port: 0, dist, store })
  const edge = await startEdge(site.url, certificate)
  return {
    edge,
    orderId: await placeOrder(site.url),
    async close() {
      await edge.close()
      await site.close()
      await store.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function placeOrder(url: string): Promise<string> {
  const p = aNewOrder()
  const answer = await fetch(`${url}/rest/v1/rpc/place_order`, {
    method: 'POST',
    headers: { apikey: LOCAL_API_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ p }),
  })
  if (!answer.ok) throw new Error(`The order was refused: ${await answer.text()}`)
  return p.id
}

/** Puts two pieces into the cart where the page needs some, without loading anything of the shop. */
export async function seed(
  page: Page,
  shop: string,
  { needsCart }: { needsCart?: boolean },
): Promise<void> {
  if (!needsCart) return
  await page.goto(`${shop}/robots.txt`)
  const { id, sizes } = soldFirst()
  const cart = encodeCart(toCart([{ id, size: sizes[0].label, quantity: 2 }]))
  await page.evaluate(`localStorage.setItem('zulf:cart', ${JSON.stringify(cart)})`)
}
