/*
 * `npm run bench` measures what a customer waits and pays for: every kind of page, on a phone and a
 * slow network, beside pages that hold the same pictures and words and nothing else. It prints what
 * it found and what of it is not as we want it, and never fails because of a figure.
 */
import { installJudges } from '#tools/observatory/install.mjs'
import { root } from '#tools/run/step.mjs'
import { buildWithAstro } from './astro-build.ts'
import { openBrowser } from './browser.ts'
import { kindsOfPage } from './kinds.ts'
import { NEXT_PAGE, readOptions, VISIT } from './options.ts'
import { print } from './report/print.ts'
import { run } from './run.ts'
import { selfSigned } from './server/certificate.ts'
import { openShop } from './shop.ts'

const options = readOptions(process.argv.slice(2))
const certificate = selfSigned('localhost')

await installJudges()
console.error('Building the shop …')
await buildWithAstro(root, { args: ['--mode', 'embedded'] })
const shop = await openShop(certificate)
const browser = await openBrowser(certificate.fingerprint)
try {
  const kinds = kindsOfPage(shop.orderId).filter(({ name }) => name === (options.only ?? name))
  if (kinds.length === 0 && options.only !== VISIT && options.only !== NEXT_PAGE) {
    throw new Error(`There is nothing called "${options.only}" to be measured`)
  }
  print(await run({ browser, shop, certificate, kinds, options }), options)
} finally {
  await browser.close()
  await shop.close()
}
