/*
 * `npm run bench:checkout`: with 400 kbit/s, 400 ms and a processor four times slower, from opening cart and checkout
 * to the total that is read there, and from opening the checkout to the request of its order, beside the same HTML
 * with a plain form and no script. Place Order is pressed as soon as it is on screen. Prints a Markdown table.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { paths } from '#paths.ts'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { listenOnFreePort } from '#tools/free-port.ts'
import { openBrowser, type Page, withFreshPage } from './browser.ts'
import { startEdge } from './edge.ts'
import { dist, openShop, seedCart } from './page-kinds.ts'
import { createCertificate } from './tls.ts'

const ROUNDS = 3
const CPU_SLOWDOWN = 4
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const TIMEOUT_MS = 60_000

const certificate = await createCertificate('localhost')
const shop = await openShop(certificate, dist)
const server = createServer((request, response) => {
  if (request.url !== '/checkout') return void response.writeHead(404).end()
  response.setHeader('content-type', 'text/html; charset=utf-8').end(plainCheckout())
})
const plainPort = await listenOnFreePort(server)
const plain = await startEdge(`http://localhost:${plainPort}`, certificate)
const browser = await openBrowser(certificate.fingerprint)
try {
  const measures: Record<string, () => Promise<number>> = {
    'cart: its total': () => timeTotal(paths.cart),
    'checkout: its total': () => timeTotal(paths.checkout),
    'plain form: order sent': () => timeOrder(plain.url),
    'checkout: order sent': () => timeOrder(shop.edge.url),
  }
  console.log(`| ms, ${ROUNDS} rounds | fastest | median | slowest |\n| --- | --: | --: | --: |`)
  for (const [name, measure] of Object.entries(measures)) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) times.push(await measure())
    console.log(row(name, times))
  }
} finally {
  await browser.close()
  await plain.close()
  server.close()
  await shop.close()
}

/** Milliseconds from the navigation to the sum of the cart on screen. */
function timeTotal(path: string): Promise<number> {
  return withFreshPage(browser, async (page) => {
    await seedCart(page, shop.edge.url)
    await slowDown(page)
    const opened = page.goto(shop.edge.url + path, { timeout: TIMEOUT_MS })
    const total = await page.waitForFunction(
      () =>
        Array.from(document.querySelectorAll<HTMLElement>('[data-cart="total"]')).some(
          (element) => element.checkVisibility() && /\d/.test(element.textContent),
        ) && performance.now(),
      { timeout: TIMEOUT_MS },
    )
    const time = Number(await total.jsonValue())
    await opened
    return time
  })
}

/** Milliseconds from the navigation to the request that carries the order. */
function timeOrder(site: string): Promise<number> {
  return withFreshPage(browser, async (page) => {
    await seedCart(page, site)
    const draft = JSON.stringify(aNewOrder().shippingAddress)
    await page.evaluate(`sessionStorage.setItem('zulf:checkout-draft', ${JSON.stringify(draft)})`)
    await slowDown(page)
    const ordered = page.waitForRequest((request) => request.method() === 'POST', {
      timeout: TIMEOUT_MS,
    })
    const start = performance.now()
    const opened = page.goto(`${site}/checkout`, { timeout: TIMEOUT_MS }).catch(() => undefined)
    const button = await page.waitForSelector('main button[form="checkout-form"]', {
      visible: true,
      timeout: TIMEOUT_MS,
    })
    await button?.evaluate((element) => element.click())
    await ordered
    const time = performance.now() - start
    await opened
    return time
  })
}

async function slowDown(page: Page): Promise<void> {
  const devTools = await page.createCDPSession()
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', SLOW)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}

/** The checkout as it is built, as a form that the browser itself sends. */
function plainCheckout(): string {
  return readFileSync(join(dist, 'checkout.html'), 'utf8')
    .replace(/<(script|template|noscript)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<form\b/, '<form action="/order" method="post"')
}

function row(name: string, times: number[]): string {
  const sorted = times.map(Math.round).sort((a, b) => a - b)
  return `| ${[name, sorted[0], sorted[Math.floor(ROUNDS / 2)], sorted.at(-1)].join(' | ')} |`
}
