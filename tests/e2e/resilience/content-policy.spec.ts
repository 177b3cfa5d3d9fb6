/*
 * The content policy: no page violates it, and it refuses injected markup. A violation is an error on
 * the console, so it fails any other browser test as well.
 */
import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { ADMIN_PATHS } from '#tests/support/built-site.ts'
import { listenOnFreePort } from '#tools/free-port.ts'
import { adminTest } from '../support/own-shop.ts'
import { expect, test } from '../support/shop-test.ts'

test.describe('injected markup', () => {
  test.use({ expectedNoise: /Content Security Policy|404/ })

  // headers.test.ts holds the policy of every path.
  test('is refused on pages of the shop and of the admin', async ({ page }) => {
    await smuggleInto(page)
    for (const path of ['/', '/admin']) {
      await page.goto(path)
      await page.evaluate(() => {
        document.querySelector<HTMLFormElement>('#smuggled-form')?.requestSubmit()
        document.querySelector<HTMLAnchorElement>('#smuggled-link')?.click()
        fetch('https://evil.example/token').catch(() => {})
      })
      await expect.poll(() => refusedOn(page)).toEqual(expect.arrayContaining(REFUSED))
      expect(await page.evaluate(() => 'smuggled' in globalThis)).toBe(false)
      const main = () => document.querySelector('main')?.checkVisibility()
      expect(await page.evaluate(main)).toBe(true)
      expect(await page.evaluate(() => document.baseURI)).toBe(page.url())
    }
  })
})

test.describe(() => {
  test.use({ expectedNoise: /frame-ancestors|X-Frame-Options|404/ })

  test('C35 no page can be framed by another site', async ({ page, baseURL }) => {
    const paths = ['/', '/checkout', '/admin', ...ADMIN_PATHS, '/no']
    const frames = paths.map((path) => `<iframe src="${baseURL}${path}"></iframe>`)
    const foreign = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html').end(`<h1>Win a prize</h1>${frames.join('')}`)
    })
    await page.goto(`http://127.0.0.1:${await listenOnFreePort(foreign)}/`)
    await page.waitForLoadState('networkidle')
    const [, ...framed] = page.frames()
    expect(framed.map((frame) => frame.url())).toEqual(
      paths.map(() => 'chrome-error://chromewebdata/'),
    )
    foreign.closeAllConnections()
    foreign.close()
  })
})

adminTest.describe(() => {
  adminTest.use({ expectedNoise: /Content Security Policy|Trusted/ })

  adminTest('C38 admin pages accept no string as markup or script', async ({ page }) => {
    await page.goto('/admin/dashboard')
    expect(await page.evaluate(tryEverySink)).toEqual(
      [
        'innerHTML',
        'outerHTML',
        'insertAdjacentHTML',
        'setHTMLUnsafe',
        'srcdoc',
        'script',
        'fragment',
        'parser',
        'policy',
      ].map((sink) => `${sink}: TypeError`),
    )
    await expect(page.getByText('Total Orders')).toBeVisible()
  })
})

/** Tries everything that turns a string into markup or script. */
function tryEverySink(): string[] {
  const text = '<b>smuggled</b>'
  const host = document.body.appendChild(document.createElement('div'))
  const sinks: Record<string, () => unknown> = {
    innerHTML: () => Object.assign(host, { innerHTML: text }),
    outerHTML: () => Object.assign(host, { outerHTML: text }),
    insertAdjacentHTML: () => host.insertAdjacentHTML('beforeend', text),
    setHTMLUnsafe: () => host.setHTMLUnsafe(text),
    srcdoc: () => Object.assign(document.createElement('iframe'), { srcdoc: text }),
    script: () => Object.assign(document.createElement('script'), { src: '/smuggled.js' }),
    fragment: () => document.createRange().createContextualFragment(text),
    parser: () => new DOMParser().parseFromString(text, 'text/html'),
    policy: () =>
      (globalThis as unknown as TrustedTypesWindow).trustedTypes.createPolicy('any', {}),
  }
  return Object.entries(sinks).map(([name, run]) => {
    try {
      run()
      return `${name}: done`
    } catch (error) {
      return `${name}: ${(error as Error).name}`
    }
  })
}

interface TrustedTypesWindow {
  trustedTypes: { createPolicy(name: string, rules: object): unknown }
}

const MARKUP = `
  <script>globalThis.smuggled = 'script'</script>
  <script type="module">globalThis.smuggled = 'module'</script>
  <script src="https://evil.example/a.js"></script>
  <img alt="" src="https://evil.example/a.png">
  <svg onload="globalThis.smuggled = 'handler'"></svg>
  <p style="position: fixed">x</p>
  <style>main { display: none }</style>
  <link rel="stylesheet" href="https://evil.example/a.css">
  <iframe title="foreign" src="https://evil.example/frame"></iframe>
  <iframe title="written" srcdoc="<script>parent.smuggled = 'frame'</script>"></iframe>
  <embed src="https://evil.example/embed">
  <base href="https://evil.example/">
  <form id="smuggled-form" action="https://evil.example/form"></form>
  <a id="smuggled-link" href="javascript:globalThis.smuggled = 'link'">x</a>`

const REFUSED = [
  'script-src-elem inline',
  'script-src-elem https://evil.example',
  'script-src-attr inline',
  'img-src https://evil.example',
  'style-src-attr inline',
  'style-src-elem inline',
  'style-src-elem https://evil.example',
  'frame-src https://evil.example',
  'object-src https://evil.example',
  'base-uri https://evil.example',
  'form-action https://evil.example',
  'connect-src https://evil.example',
]

/** Adds foreign markup to both pages and leaves their headers. */
async function smuggleInto(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const refused: string[] = []
    Object.assign(globalThis, { refused })
    document.addEventListener('securitypolicyviolation', (event) => {
      refused.push(`${event.effectiveDirective} ${event.blockedURI.replace(/(?<=example).*/, '')}`)
    })
  })
  await page.route(/\/(admin)?$/, async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    await route.fulfill({ response, body: html.replace('</body>', `${MARKUP}</body>`) })
  })
}

function refusedOn(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { refused: string[] }).refused)
}
