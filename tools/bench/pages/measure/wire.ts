import type { Page } from '../lighthouse.ts'

export interface Weight {
  html: number
  css: number
  js: number
  font: number
  img: number
  other: number
  requests: number
}

const NAMES: Record<string, keyof Weight> = {
  Document: 'html',
  Stylesheet: 'css',
  Script: 'js',
  Font: 'font',
  Image: 'img',
}

export function bytesIn({ html, css, js, font, img, other }: Weight): number {
  return html + css + js + font + img + other
}

/** Counts from now on what the page receives: bytes on the wire with headers, by type. */
export async function watchWire(page: Page): Promise<() => Weight> {
  const types = new Map<string, keyof Weight>()
  const weight = { ...NOTHING }
  const devTools = await page.createCDPSession()
  await devTools.send('Network.enable')
  devTools.on<{ request: { url: string } }>('Network.requestWillBeSent', ({ request }) => {
    if (request.url.startsWith('https:')) weight.requests++
  })
  devTools.on<{ requestId: string; type: string }>('Network.responseReceived', (event) => {
    types.set(event.requestId, NAMES[event.type] ?? 'other')
  })
  devTools.on<Received>('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    weight[types.get(requestId) ?? 'other'] += encodedDataLength
  })
  return () => ({ ...weight })
}

interface Received {
  requestId: string
  encodedDataLength: number
}

const NOTHING: Weight = {
  html: 0,
  css: 0,
  js: 0,
  font: 0,
  img: 0,
  other: 0,
  requests: 0,
}
