/*
 * The baselines that our pages are held against: the same pictures and words on a page without script,
 * and on one with a single React island that loads at once. Built by the shop's own Astro and React.
 */
import { cpSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sirv from 'sirv'
import { root } from '#tools/run/step.mjs'
import { inTurn, sendText } from '#tools/site-server/middleware.ts'
import { buildWithAstro } from '../astro-build.ts'
import { open, phonePage } from '../browser.ts'
import type { Browser } from '../lighthouse.ts'
import type { Certificate } from '../server/certificate.ts'
import { type Edge, startEdge } from '../server/edge.ts'
import { dist } from '../shop.ts'
import type { BaselinePage } from './baseline-page.ts'

export type BaselineName = 'plain' | 'react'

/** What a page of ours shows on a phone before anybody scrolls: its words, and the pictures it loads. */
export async function readPage(
  browser: Browser,
  shop: string,
  { name, path }: { name: string; path: string },
): Promise<BaselinePage> {
  const context = await browser.createBrowserContext()
  try {
    const page = await phonePage(context)
    await open(page, shop + path)
    return { name, ...(await page.evaluate(shownOnPage)) }
  } finally {
    await context.close()
  }
}

function shownOnPage(): Omit<BaselinePage, 'name'> {
  const pictures = [...document.querySelectorAll('img')]
    .filter((picture) => picture.complete && picture.currentSrc)
    .map((picture) => ({
      address: new URL(picture.currentSrc).pathname,
      width: Math.round(picture.getBoundingClientRect().width),
      height: Math.round(picture.getBoundingClientRect().height),
      isFirst: picture.fetchPriority === 'high',
    }))
  const words = [...document.querySelectorAll('main :is(p, h2, h3, dt, dd, summary)')]
  return {
    title: document.querySelector('h1')?.textContent.trim() ?? document.title,
    paragraphs: words.map((element) => element.textContent.trim()).filter(Boolean),
    pictures,
  }
}

/**
 * Built from a copy, so that what Astro leaves beside its sources is not among ours. Returns the
 * folder with the pages.
 */
export async function buildBaselines(pages: BaselinePage[]): Promise<string> {
  const project = join(root, '.cache', 'baselines')
  rmSync(project, { recursive: true, force: true })
  cpSync(fileURLToPath(new URL('.', import.meta.url)), project, { recursive: true })
  await buildWithAstro(project, { env: { BASELINE_PAGES: JSON.stringify(pages) } })
  return join(project, 'dist')
}

/** Pictures come from the shop's own build. */
export async function serveBaselines(folder: string, certificate: Certificate): Promise<Edge> {
  const forever: Parameters<typeof sirv>[1] = {
    setHeaders: (response, path) => {
      if (!path.startsWith('/_astro/')) return
      response.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
    },
  }
  const answer = inTurn([sirv(folder, { ...forever, extensions: ['html'] }), sirv(dist, forever)])
  const server = createServer((request, response) => {
    answer(request, response, () => sendText(response, 404, 'Not Found'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const edge = await startEdge(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    certificate,
  )
  return {
    ...edge,
    async close() {
      await edge.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

export function baselinePath(baseline: BaselineName, name: string): string {
  return `/${baseline}-${name}`
}
