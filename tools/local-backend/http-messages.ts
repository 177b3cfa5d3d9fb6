import type { IncomingMessage, ServerResponse } from 'node:http'

/** A status and, unless there is none, a JSON body. */
export interface JsonResponse {
  status: number
  body?: unknown
}

/** The longest list of a courier's cities has half of it. place_order() itself refuses more than 16 kB. */
const MAX_BODY_BYTES = 1_000_000

export class BodyTooLarge extends Error {}

/** So much of a body that is too large is read and discarded. Then the connection ends. */
const MAX_DISCARDED_BYTES = 16_000_000

/** The whole body, or BodyTooLarge as soon as it grows past the limit. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  // The rest of a refused body comes through the same request.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) {
      discardRest(request)
      throw new BodyTooLarge()
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * A client that still sends gets a reset (ECONNRESET or EPIPE) in place of the response, if the connection
 * is closed with bytes that nobody has read.
 */
function discardRest(request: IncomingMessage): void {
  let size = 0
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > MAX_DISCARDED_BYTES) request.destroy()
  })
}

export function sendJson(response: ServerResponse, { status, body }: JsonResponse): void {
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

/** The request was not executed and may be repeated. */
export const unavailable = (): JsonResponse =>
  apiError(503, 'The backend is starting. Try again.', 'PGRST000')

/** In the shape of PostgREST's own errors, which is what clients of /rest/v1 read. */
export function apiError(status: number, message: string, code = String(status)): JsonResponse {
  return { status, body: { code, message, details: null, hint: null } }
}
