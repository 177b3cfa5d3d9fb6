/* What can go wrong between a browser and the store, and what of it leaves the store's word intact. */

export const FAULTS = [
  /** The connection is closed before a byte is read. */
  'refused',
  /** The whole request is read, and nobody acts on it. */
  'cut before',
  /** The store does its work; nobody hears of it. */
  'cut after',
  /** The store does its work; half of the answer arrives. */
  'truncated',
  /** The request arrives when nobody waits any longer. */
  'late request',
  /** The answer arrives when nobody waits any longer. */
  'late answer',
  /** The network delivers the request twice, at once. */
  'doubled',
  'answer 500',
  'answer 503',
  'answer 429',
  /** A gateway gives up on a store that goes on working. */
  'answer 504 after',
  /** A page of the network's own in place of an answer. */
  'page before',
  'page after',
  /** A filter on the way forbids what the store allowed. */
  'answer 403 after',
  /** Well-formed answers that no store would give. */
  'null',
  'empty list',
  'yes without an order',
  'no without a reason',
  'not found',
  'order of another id',
  'order without items',
] as const

export type Fault = (typeof FAULTS)[number]

/** The request never reaches the store. */
export const KEPT_AWAY: readonly (Fault | 'none')[] = [
  'refused',
  'cut before',
  'answer 500',
  'answer 503',
  'answer 429',
  'page before',
  'null',
  'empty list',
  'yes without an order',
  'no without a reason',
]

export interface Reply {
  status: number
  type: string
  body: string
}

/** What the customer's browser gets in place of the store's answer. */
export function falseReply(fault: Fault, real: Reply | undefined): Reply | undefined {
  const json = (status: number, value: unknown): Reply => ({
    status,
    type: 'application/json',
    body: JSON.stringify(value),
  })
  const page = (status: number): Reply => ({ status, type: 'text/html', body: '<h1>Wi-Fi</h1>' })
  switch (fault) {
    case 'answer 500':
      return { status: 500, type: 'text/plain', body: 'Internal Server Error' }
    case 'answer 503':
      return json(503, { message: 'Try again later' })
    case 'answer 429':
      return json(429, { message: 'Too many requests' })
    case 'answer 504 after':
      return page(504)
    case 'page before':
    case 'page after':
      return page(200)
    case 'answer 403 after':
      return page(403)
    case 'null':
      return json(200, null)
    case 'empty list':
      return json(200, [])
    case 'yes without an order':
      return json(200, { ok: true })
    case 'no without a reason':
      return json(200, { ok: false })
    case 'not found':
      return json(200, { ok: false, code: 'not_found' })
    case 'order of another id':
      return real && { ...real, body: real.body.replace(/"id": ?"[A-Z]{8}"/, '"id":"QQQQQQQQ"') }
    case 'order without items':
      return real && { ...real, body: real.body.replace('"items"', '"things"') }
    default:
      return real
  }
}
