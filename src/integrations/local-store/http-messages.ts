import type { IncomingMessage, ServerResponse } from 'node:http'

/** What the API answers: a status and, unless it has nothing to say, a JSON body. */
export interface Answer {
  status: number
  body?: unknown
}

/** An order in full has some 2 kB; place_order() itself refuses more than 16. */
export const LARGEST_BODY = 100_000

export class BodyTooLarge extends Error {}

/** The whole body, or BodyTooLarge as soon as it grows past the limit. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > LARGEST_BODY) throw new BodyTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
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

/** In the shape of PostgREST's own errors, which is what clients of /rest/v1 read. */
export function apiError(status: number, message: string, code = String(status)): Answer {
  return { status, body: { code, message, details: null, hint: null } }
}
