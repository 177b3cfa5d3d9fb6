/*
 * Pages for comparison: the same pictures and texts as ours, once without script and once with a single
 * React island that loads at once. Built by the shop's own Astro and React, from our pages as they are.
 */
import { cpSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listenOnFreePort } from '#tools/free-port.ts'
import { root } from '#tools/run/step.mjs'
import { inTurn, type Middleware, sendText } from '#tools/site-server/middleware.ts'
import { serveFiles } from '#tools/site-server/serve-files.ts'
import { type Browser, openPage, withFreshPage } from './browser.ts'
import { buildWithAstro, type Edge, startEdge } from './edge.ts'
import { dist, type PageKind } from './page-kinds.ts'
import type { Certificate } from './tls.ts'

export type Baselines = Pick<Edge, 'url' | 'port' | 'close'>

export async function openBaselines(
  browser: Browser,
  shop: string,
  kinds: PageKind[],
  certificate: Certificate,
): Promise<Baselines> {
  const pages = []
  for (const { name, path } of kinds) {
    const content = await withFreshPage(browser, async (page) => {
      await openPage(page, shop + path)
      return page.evaluate(readVisibleContent)
    })
    pages.push({ name, ...content })
  }
  // Built from a copy: Astro writes files beside its sources.
  const project = join(root, '.cache', 'baselines')
  rmSync(project, { recursive: true, force: true })
  cpSync(fileURLToPath(new URL('baseline', import.meta.url)), project, { recursive: true })
  await buildWithAstro(project, { env: { BASELINE_PAGES: JSON.stringify(pages) } })
  return serve(join(project, 'dist'), certificate)
}

export function baselinePath(baseline: 'plain' | 'react', name: string): string {
  return `/${baseline}-${name}`
}

/** The texts of a page, and the images that a phone loads before anybody scrolls. */
function readVisibleContent() {
  const images = [...document.querySelectorAll('img')]
    .filter((image) => image.complete && image.currentSrc)
    .map((image) => ({
      src: new URL(image.currentSrc).pathname,
      width: Math.round(image.getBoundingClientRect().width),
      height: Math.round(image.getBoundingClientRect().height),
      isFirst: image.fetchPriority === 'high',
    }))
  const texts = [...document.querySelectorAll('main :is(p, h2, h3, dt, dd, summary)')]
  return {
    title: document.querySelector('h1')?.textContent.trim() ?? document.title,
    paragraphs: texts.map((element) => element.textContent.trim()).filter(Boolean),
    images,
  }
}

/** As netlify.toml says of the shop's own. */
const immutableAssets: Middleware = (request, response, next) => {
  if (request.url?.startsWith('/_astro/')) {
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
  }
  next()
}

/** Images come from the shop's own build. */
async function serve(folder: string, certificate: Certificate): Promise<Baselines> {
  const handle = inTurn([immutableAssets, serveFiles(folder), serveFiles(dist)])
  const server = createServer((request, response) => {
    handle(request, response, () => sendText(response, 404, 'Not Found'))
  })
  const edge = await startEdge(`http://127.0.0.1:${await listenOnFreePort(server)}`, certificate)
  return {
    url: edge.url,
    port: edge.port,
    async close() {
      await edge.close()
      server.closeAllConnections()
      server.close()
    },
  }
}
