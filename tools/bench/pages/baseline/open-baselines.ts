import type { Kind } from '../kinds.ts'
import { kindsOfPage } from '../kinds.ts'
import type { Bench } from '../run.ts'
import { buildFloors, readPage, serveFloors } from './baseline.ts'

export interface Floors {
  url: string
  port: number
  close(): Promise<void>
}

/** Made anew each time, from our pages as they are now. */
export async function openFloors({ browser, shop, certificate }: Bench): Promise<Floors> {
  console.error('Building the floors …')
  const pages = []
  for (const kind of kindsWithFloor(shop.orderId)) {
    pages.push(await readPage(browser, shop.edge.url, kind))
  }
  return serveFloors(await buildFloors(pages), certificate)
}

/** All of them, whatever was asked for: one leads to the next. */
function kindsWithFloor(orderId: string): Kind[] {
  return kindsOfPage(orderId).filter(({ hasFloor }) => hasFloor)
}
