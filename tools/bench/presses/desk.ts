/* A shop of a morning, and the admin's phone, whose presses are counted. */
import { randomInt } from 'node:crypto'
import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { DIST } from '#tests/support/built-site.ts'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { adminStorageState, aFolder, startBackend } from '#tests/support/shop-server.ts'
import { resolveChromium } from '#tools/chromium/chromium.mjs'
import { openParts } from '#tools/open-parts.ts'

export interface Shop {
  url: string
  /** As the owner of the database. */
  sql(statement: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** Places orders of different phones. Returns their ids, the oldest first. */
  place(count: number): Promise<string[]>
  close(): Promise<void>
}

/** A shop without orders, of the site as it is built. */
export function openShop(): Promise<Shop> {
  return openParts(async (onClose) => {
    const folder = aFolder('presses')
    onClose(folder.remove)
    const { url, transaction, close } = await startBackend(folder.path, {}, { dist: DIST })
    onClose(close)
    const sql: Shop['sql'] = (statement, values) => transaction((query) => query(statement, values))
    return { url, sql, place: (count) => place(sql, count) }
  })
}

async function place(sql: Shop['sql'], count: number): Promise<string[]> {
  const ids: string[] = []
  for (let nth = 0; nth < count; nth += 1) {
    const order = aNewOrder()
    const phone = `0300 ${1_000_000 + randomInt(9_000_000)}`
    const p = { ...order, shippingAddress: { ...order.shippingAddress, phone } }
    const [row] = await sql("select public.place_order($1) ->> 'ok' as ok", [JSON.stringify(p)])
    if (row?.['ok'] !== 'true') throw new Error('An order was refused.')
    ids.push(order.id)
  }
  return ids
}

/** What a job works with. */
export interface Desk {
  page: Page
  shop: Shop
  /** Taps with one thumb, and counts it. */
  press(target: Locator): Promise<void>
  /** Counts what is no tap on the page: a choice of a select, a paste, or a file is two presses. */
  count(presses: number): void
  presses(): number
  /** The addresses of the chats that were opened, of WhatsApp. */
  chats: string[]
  /** Saves the screen for docs/desk.md, where that is asked for. */
  picture(name: string): Promise<void>
}

const PHONE = { width: 360, height: 740 }

/** Signed in, on the dashboard. Nothing leaves this machine: a chat that is opened is noted and closed. */
export async function withDesk(
  shop: Shop,
  savesPictures: boolean,
  work: (desk: Desk) => Promise<void>,
): Promise<void> {
  const { executablePath, env } = await resolveChromium()
  const browser = await chromium.launch({
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
    args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'],
  })
  try {
    const context = await browser.newContext({
      baseURL: shop.url,
      viewport: PHONE,
      deviceScaleFactor: 2,
      hasTouch: true,
      isMobile: true,
      serviceWorkers: 'block',
      storageState: await adminStorageState(shop.url),
    })
    const chats = await noteChats(context)
    const page = await context.newPage()
    let presses = 0
    await page.goto('/admin/dashboard')
    await work({
      page,
      shop,
      chats,
      async press(target) {
        await target.tap()
        presses += 1
      },
      count(more) {
        presses += more
      },
      presses: () => presses,
      async picture(name) {
        if (!savesPictures) return
        const screen = await page.screenshot({ animations: 'disabled' })
        await sharp(screen).webp({ quality: 80 }).toFile(`docs/desk/${name}.webp`)
      },
    })
  } finally {
    await browser.close()
  }
}

async function noteChats(context: BrowserContext): Promise<string[]> {
  const chats: string[] = []
  await context.route('https://wa.me/**', async (route) => {
    chats.push(route.request().url())
    await route.fulfill({ contentType: 'text/html', body: '<title>Chat</title>' })
  })
  context.on('page', (opened) => {
    if (context.pages()[0] !== opened) opened.on('load', () => void opened.close())
  })
  return chats
}
