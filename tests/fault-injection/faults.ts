/* Faults of the network between a browser and the backend. */

export const FAULTS = [
  /** The connection is closed before the request is read. */
  'refused',
  /** The request is read and not forwarded. */
  'cut before',
  /** The request is forwarded; the response is lost. */
  'cut after',
  /** The request is forwarded; half of the response arrives. */
  'truncated',
  /** The request is forwarded after the client's timeout. */
  'late request',
  /** The response arrives after the client's timeout. */
  'late response',
  /** The request is forwarded twice at once. */
  'doubled',
  'status 500',
  'status 503',
  'status 429',
  /** The key of the site was rotated. */
  'status 401',
  /** PostgREST, where the database is killed after its work. */
  'status 400 after',
  /** A gateway times out while the backend works. */
  'status 504 after',
  /** An HTML page of the network in place of the response. */
  'page before',
  'page after',
  /** A proxy refuses what the backend accepted. */
  'status 403 after',
  /** Valid JSON that the backend never sends. */
  'null',
  'empty list',
  'ok without an order',
  'refusal without a code',
  'not found',
  'order of another id',
  'order without items',
] as const

export type Fault = (typeof FAULTS)[number]

/** The request is not forwarded. */
export const NOT_FORWARDED: readonly (Fault | 'none')[] = [
  'refused',
  'cut before',
  'status 500',
  'status 503',
  'status 429',
  'status 401',
  'page before',
  'null',
  'empty list',
  'ok without an order',
  'refusal without a code',
]

export interface ResponseParts {
  status: number
  type: string
  body: string
}

/** The response that the client gets in place of the real one. */
export function fakeResponse(
  fault: Fault,
  real: ResponseParts | undefined,
): ResponseParts | undefined {
  const json = (status: number, value: unknown): ResponseParts => ({
    status,
    type: 'application/json',
    body: JSON.stringify(value),
  })
  const page = (status: number): ResponseParts => ({
    status,
    type: 'text/html',
    body: '<h1>Wi-Fi</h1>',
  })
  switch (fault) {
    case 'status 500':
      return { status: 500, type: 'text/plain', body: 'Internal Server Error' }
    case 'status 503':
      return json(503, { message: 'Try again later' })
    case 'status 429':
      return json(429, { message: 'Too many requests' })
    case 'status 401':
      return json(401, { message: 'Invalid API key' })
    case 'status 400 after':
      return json(400, { code: '', details: null, hint: null, message: '' })
    case 'status 504 after':
      return page(504)
    case 'page before':
    case 'page after':
      return page(200)
    case 'status 403 after':
      return page(403)
    case 'null':
      return json(200, null)
    case 'empty list':
      return json(200, [])
    case 'ok without an order':
      return json(200, { ok: true })
    case 'refusal without a code':
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
