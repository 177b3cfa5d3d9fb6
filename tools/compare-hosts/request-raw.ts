import { createHash } from 'node:crypto'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'

const REQUEST_TIMEOUT_MS = 20_000

export interface HostResponse {
  /** 0 where the server ended the connection without a response. */
  status: number
  /** `location` without the server's own origin. */
  headers: Record<string, string>
  bodyHash: string
}

/** Requests a path exactly as it is written: `fetch` would normalize it. Follows no redirect. */
export function requestRaw(site: string, path: string, method: string): Promise<HostResponse> {
  const { protocol, hostname, port, origin } = new URL(site)
  const request = protocol === 'https:' ? httpsRequest : httpRequest
  const headers = { 'accept-encoding': 'identity' }
  const options = { hostname, port, path, method, headers, timeout: REQUEST_TIMEOUT_MS }
  return new Promise((resolve) => {
    const fail = (error: Error) =>
      resolve({ status: 0, headers: { error: error.message }, bodyHash: '' })
    request(options, (response) => read(response, origin).then(resolve, fail))
      .once('timeout', function (this: ReturnType<typeof request>) {
        this.destroy(new Error('no response'))
      })
      .once('error', fail)
      .end()
  })
}

async function read(response: IncomingMessage, origin: string): Promise<HostResponse> {
  const hash = createHash('sha256')
  for await (const part of response) hash.update(part)
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, normalize(name, String(value))]),
  )
  const location = headers['location']
  if (location?.startsWith(origin)) headers['location'] = location.slice(origin.length) || '/'
  return {
    status: response.statusCode ?? 0,
    headers,
    bodyHash: hash.digest('hex').slice(0, 12),
  }
}

/** Media types are written with and without a space, and in either case. */
function normalize(name: string, value: string): string {
  if (name !== 'content-type' && name !== 'cache-control') return value
  return value.toLowerCase().replace(/\s*([;,])\s*/g, '$1 ')
}
