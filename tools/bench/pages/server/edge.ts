/*
 * A CDN in small before one of our servers: HTTP/2 over TLS, Brotli at full strength, what was asked
 * for once kept in memory. So what is measured is the page and not how fast this machine compresses.
 */

import { request as ask, type IncomingHttpHeaders } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Certificate } from './certificate.ts'
import { type Answer, packed } from './packed.ts'

export interface Edge {
  url: string
  port: number
  /** Bytes of bodies so far, to whoever asked: also for workers and pages that are only prepared. */
  bodiesSent(): number
  close(): Promise<void>
}

/** Of one connection, and nothing that HTTP/2 knows. */
const OF_ONE_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'date'])

export async function startEdge(origin: string, { key, cert }: Certificate): Promise<Edge> {
  const kept = new Map<string, Answer>()
  let bodiesSent = 0
  const sockets = new Set<{ destroy(): void }>()
  const server = createSecureServer({ key, cert }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error)
      response.writeHead(502).end()
    })
  })
  server.on('secureConnection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  async function answer(request: Http2ServerRequest, response: Http2ServerResponse) {
    const isRead = request.method === 'GET'
    const found =
      (isRead ? kept.get(request.url) : undefined) ?? packed(await fromOrigin(origin, request))
    if (isRead) kept.set(request.url, found)
    bodiesSent += send(request, response, found)
  }

  return {
    url: `https://localhost:${port}`,
    port,
    bodiesSent: () => bodiesSent,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

async function fromOrigin(origin: string, request: Http2ServerRequest): Promise<Answer> {
  const body = await buffer(request)
  const headers = { ...plain(request.headers), 'accept-encoding': 'identity' }
  return new Promise((resolve, reject) => {
    const asked = ask(new URL(request.url, origin), { method: request.method, headers }, (got) => {
      buffer(got).then(
        (text) =>
          resolve({ status: got.statusCode ?? 502, headers: plain(got.headers), body: text }),
        reject,
      )
    })
    asked.once('error', reject)
    asked.end(body)
  })
}

/** Without what belongs to HTTP/2 or to one connection, and without questions about a kept copy. */
function plain(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) =>
        !name.startsWith(':') &&
        !OF_ONE_HOP.has(name) &&
        !name.startsWith('if-') &&
        name !== 'content-length',
    ),
  )
}

/** Returns the length of the body that was sent. */
function send(request: Http2ServerRequest, response: Http2ServerResponse, found: Answer): number {
  const { status, headers, body } = found
  const isKnown = headers['etag'] && request.headers['if-none-match'] === headers['etag']
  if (status === 200 && isKnown) {
    const { 'content-length': _length, 'content-encoding': _encoding, ...rest } = headers
    response.writeHead(304, rest).end()
    return 0
  }
  const sent = request.method === 'HEAD' ? Buffer.alloc(0) : body
  response.writeHead(status, headers)
  response.end(sent)
  return sent.length
}
