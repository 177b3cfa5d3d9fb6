/* A network between browser and backend that fails on purpose. */
import type { Page, Route } from '@playwright/test'

export const PLACE_ORDER = '**/rest/v1/rpc/place_order'
export const ORDER_FORM = '**/forms/order'

type Fault = (route: Route) => Promise<void>

/** The first requests meet these faults, one each; the rest goes through. */
export async function failFirst(page: Page, url: string, ...faults: Fault[]): Promise<void> {
  const pending = [...faults]
  await page.route(url, async (route) => {
    const fault = pending.shift()
    await (fault ? fault(route) : route.continue())
  })
}

/** Holds the first request back until the returned function is called. */
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
  /** The page is of another version than the database. */
  missingFunction: (route) =>
    route.fulfill({
      status: 404,
      json: { code: 'PGRST202', message: 'Could not find the function' },
    }),
  /** The backend saves the order, and the response is lost. */
  responseLost: async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  },
  /** The backend saves the order, and half of the response arrives. */
  responseCut: async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({ response, body: text.slice(0, text.length / 2) })
  },
  /** The backend saves the order, and the response names another order. */
  anotherOrder: async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({ response, body: text.replace(/"id": ?"[A-Z]{8}"/, '"id":"QQQQQQQQ"') })
  },
  /** A gateway limits calls. */
  tooMany: (route) => route.fulfill({ status: 429, json: { message: 'Too many requests' } }),
  /** The backend itself does. */
  limited: (route) => route.fulfill({ status: 429, json: { ok: false, code: 'rate_limited' } }),
  /** The backend saves the order, and its database is killed before it responds. */
  killed: async (route) => {
    await route.fetch()
    await route.fulfill({ status: 400, json: { code: '', details: null, hint: null, message: '' } })
  },
  /** The key of the site was rotated. */
  wrongKey: (route) => route.fulfill({ status: 401, json: { message: 'Invalid API key' } }),
  /** The clocks of a host differ. */
  issuedAtFuture: (route) =>
    route.fulfill({ status: 401, json: { code: 'PGRST303', message: 'JWT issued at future' } }),
  /** A proxy refuses the request. */
  forbidden: (route) =>
    route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Blocked</h1>' }),
  /** The form service does not accept what it was sent. */
  contentRefused: (route) => route.fulfill({ status: 422, json: { errors: [] } }),
  serverError: (route) => route.fulfill({ status: 500, body: 'Internal Server Error' }),
  unavailable: (route) => route.fulfill({ status: 503, json: { message: 'Try again later' } }),
  /** The page of a proxy in place of the response. */
  htmlPage: (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome to the Wi-Fi</h1>' }),
} satisfies Record<string, Fault>
