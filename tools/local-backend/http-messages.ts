import type { IncomingMessage, ServerResponse } from 'node:http'

/** What the API answers: a status and, unless it has nothing to say, a JSON body. */
export interface Answer {
  status: number
  body?: unknown
}

const SQUARE = '['.charCodeAt(0)
const CURLY = '{'.charCodeAt(0)

/** An order in full has some 2 kB; place_order() itself refuses more than 16. */
export const LARGEST_BODY = 100_000

/**
 * Postgres inside a JavaScript engine has that engine's small stack: some 6,000 levels of JSON end it,
 * and the store with it, where a server of its own answers 54001. Every level has an opening bracket.
 * An order has some twenty of them, and its texts together have room for a thousand.
 */
const MOST_OPENING_BRACKETS = 2_000

/** For the same reason: no address the shop asks for has a tenth of these characters. */
export const LONGEST_ADDRESS = 4_000

export class BodyTooLarge extends Error {}

export class BodyTooDeep extends Error {}

/** The whole body; BodyTooLarge as soon as it grows past the limit, or BodyTooDeep. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > LARGEST_BODY) throw new BodyTooLarge()
    chunks.push(chunk)
  }
  const body = Buffer.concat(chunks)
  if (openingBracketsIn(body) > MOST_OPENING_BRACKETS) throw new BodyTooDeep()
  return body
}

function openingBracketsIn(body: Buffer): number {
  let count = 0
  for (const byte of body) if (byte === SQUARE || byte === CURLY) count += 1
  return count
}

export function sendAnswer(response: ServerResponse, { status, body }: Answer): void {
  if (body === undefined) {
    response.writeHead(status).end()
    return
  }
  const json = JSON.stringify(body)
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(json),
    'Cache-Control': 'no-store',
  })
  response.end(json)
}

/** For what could not be asked; it may be sent again. */
export const unavailable = (): Answer =>
  apiError(503, 'The store is starting. Try again.', 'PGRST000')

/** In the shape of PostgREST's own errors, which is what clients of /rest/v1 read. */
export function apiError(status: number, message: string, code = String(status)): Answer {
  return { status, body: { code, message, details: null, hint: null } }
}
