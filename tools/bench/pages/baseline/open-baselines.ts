import type { Kind } from '../kinds.ts'
import { kindsOfPage } from '../kinds.ts'
import type { Bench } from '../run.ts'
import { buildBaselines, readPage, serveBaselines } from './baseline.ts'

export interface Baselines {
  url: string
  port: number
  close(): Promise<void>
}

/** Made anew each time, from our pages as they are now. */
export async function openBaselines({ browser, shop, certificate }: Bench): Promise<Baselines> {
  console.error('Building the baselines …')
  const pages = []
  for (const kind of kindsWithBaseline(shop.orderId)) {
    pages.push(await readPage(browser, shop.edge.url, kind))
  }
  return serveBaselines(await buildBaselines(pages), certificate)
}

/** All of them, whatever was asked for: one leads to the next. */
function kindsWithBaseline(orderId: string): Kind[] {
  return kindsOfPage(orderId).filter(({ hasBaseline }) => hasBaseline)
}
