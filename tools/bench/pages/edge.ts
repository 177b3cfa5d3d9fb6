/*
 * A small CDN before one of our servers: HTTP/2 over TLS, Brotli at its highest level, and a cache in
 * memory. So the page is measured and not how fast this machine compresses.
 */
import {
  request as httpRequest,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, constants } from 'node:zlib'
import { listenOnFreePort } from '#tools/free-port.ts'
import type { Certificate } from './tls.ts'

export interface Edge {
  url: string
  close(): Promise<void>
}

interface OriginResponse {
  status: number
  headers: OutgoingHttpHeaders
  body: Buffer
}

const HOP_BY_HOP_HEADERS = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'date',
  'content-length',
])
const COMPRESSED_TYPES =
  /^(text\/|application\/(json|javascript|xml|manifest\+json|rss\+xml)|image\/svg)/
const MIN_COMPRESSED_BYTES = 150

export async function startEdge(origin: string, { key, cert }: Certificate): Promise<Edge> {
  const cache = new Map<string, OriginResponse>()
  const sockets = new Set<{ destroy(): void }>()
  const server = createSecureServer({ key, cert }, (request, response) => {
    respond(request, response).catch((error: unknown) => {
      console.error(error)
      response.writeHead(502).end()
    })
  })
  server.on('secureConnection', (socket) => sockets.add(socket))
  const port = await listenOnFreePort(server)

  async function respond(request: Http2ServerRequest, response: Http2ServerResponse) {
    const isCacheable = request.method === 'GET'
    const found =
      (isCacheable ? cache.get(request.url) : undefined) ??
      compress(await requestOrigin(origin, request))
    if (isCacheable) cache.set(request.url, found)
    send(request, response, found)
  }

  return {
    url: `https://localhost:${port}`,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

async function requestOrigin(origin: string, request: Http2ServerRequest): Promise<OriginResponse> {
  const body = await buffer(request)
  const headers = { ...forwarded(request.headers), 'accept-encoding': 'identity' }
  return new Promise((resolve, reject) => {
    const sent = httpRequest(new URL(request.url, origin), { method: request.method, headers })
    sent.once('response', (response) => {
      const { statusCode: status = 502 } = response
      buffer(response).then(
        (body) => resolve({ status, headers: forwarded(response.headers), body }),
        reject,
      )
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

/** Without HTTP/2's own headers, those of one connection and conditions. */
function forwarded(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !name.startsWith(':') && !name.startsWith('if-') && !HOP_BY_HOP_HEADERS.has(name),
    ),
  )
}

function compress({ status, headers, body }: OriginResponse): OriginResponse {
  const type = String(headers['content-type'] ?? '')
  if (!COMPRESSED_TYPES.test(type) || body.length < MIN_COMPRESSED_BYTES) {
    return { status, headers: { ...headers, 'content-length': body.length }, body }
  }
  const compressed = brotliCompressSync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
  const encoding = {
    'content-encoding': 'br',
    'content-length': compressed.length,
    vary: 'accept-encoding',
  }
  return { status, headers: { ...headers, ...encoding }, body: compressed }
}

function send(
  request: Http2ServerRequest,
  response: Http2ServerResponse,
  { status, headers, body }: OriginResponse,
): void {
  const isFresh = headers['etag'] && request.headers['if-none-match'] === headers['etag']
  if (status === 200 && isFresh) {
    const { 'content-length': _length, 'content-encoding': _encoding, ...rest } = headers
    response.writeHead(304, rest).end()
    return
  }
  const sent = request.method === 'HEAD' ? Buffer.alloc(0) : body
  response.writeHead(status, headers)
  response.end(sent)
}
