/* A network between browser and store that fails on purpose. */
import type { Page, Route } from '@playwright/test'

export const PLACE_ORDER = '**/rest/v1/rpc/place_order'
export const ORDER_FORM = '**/forms/order'

type Fault = (route: Route) => Promise<void>

/** The first calls meet these faults, one each; the rest goes through. */
export async function failFirst(page: Page, url: string, ...faults: Fault[]): Promise<void> {
  const waiting = [...faults]
  await page.route(url, async (route) => {
    const fault = waiting.shift()
    await (fault ? fault(route) : route.continue())
  })
}

/** Keeps the first call from arriving until the function that comes back is called. */
export async function holdFirst(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await failFirst(page, url, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

export const faults = {
  /** The request never arrives. */
  refused: (route) => route.abort('connectionrefused'),
  /** The store does its work, but nobody hears of it. */
  answerLost: async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  },
  /** The store does its work, and half of the answer arrives. */
  answerCut: async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({ response, body: text.slice(0, text.length / 2) })
  },
  /** The store does its work, and the answer speaks of another order. */
  anotherOrder: async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({ response, body: text.replace(/"id": ?"[A-Z]{8}"/, '"id":"QQQQQQQQ"') })
  },
  /** An extension of the browser forbids the call. */
  blocked: (route) => route.abort('blockedbyclient'),
  tooMany: (route) => route.fulfill({ status: 429, json: { message: 'Too many requests' } }),
  serverError: (route) => route.fulfill({ status: 500, body: 'Internal Server Error' }),
  unavailable: (route) => route.fulfill({ status: 503, json: { message: 'Try again later' } }),
  /** A proxy's page in place of an answer. */
  htmlPage: (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome to the Wi-Fi</h1>' }),
  /** Arrives, is saved, and the answer comes long after anyone waits for it. */
  hangs: async (route) => {
    await route.fetch()
    await new Promise((resolve) => setTimeout(resolve, 12_000))
    await route.abort().catch(() => {})
  },
} satisfies Record<string, Fault>
