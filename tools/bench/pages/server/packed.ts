import type { OutgoingHttpHeaders } from 'node:http'
import { brotliCompressSync, constants } from 'node:zlib'

export interface Answer {
  status: number
  headers: OutgoingHttpHeaders
  body: Buffer
}

const SQUEEZABLE = /^(text\/|application\/(json|javascript|xml|manifest\+json|rss\+xml)|image\/svg)/

/** Below this a CDN does not bother, and compression would rather add bytes. */
const SMALLEST = 150

/** The answer as a CDN keeps it: its body in Brotli at full strength, where that helps. */
export function packed({ status, headers, body }: Answer): Answer {
  if (!SQUEEZABLE.test(String(headers['content-type'] ?? '')) || body.length < SMALLEST) {
    return { status, headers: { ...headers, 'content-length': body.length }, body }
  }
  const squeezed = brotliCompressSync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
  return {
    status,
    headers: {
      ...headers,
      'content-encoding': 'br',
      'content-length': squeezed.length,
      vary: 'accept-encoding',
    },
    body: squeezed,
  }
}
