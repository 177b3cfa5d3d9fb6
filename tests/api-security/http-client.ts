/* HTTP without the normalization of fetch: any method, any path, any bytes. */
import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { askFor } from '#tests/support/raw-request.ts'

export interface ApiResponse {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** The text parsed as JSON; undefined if it is not JSON. */
  body: unknown
}

export interface RequestOptions {
  method?: string
  headers?: OutgoingHttpHeaders
  body?: string | Buffer
}

export interface HttpClient {
  send(path: string, options: RequestOptions): Promise<ApiResponse>
  /** Sends these bytes and ends; returns all that is received until the server closes. */
  sendBytes(bytes: string | Buffer): Promise<ApiResponse>
  close(): void
}

export function openHttpClient(url: string): HttpClient {
  const server = { host: '127.0.0.1', port: Number(new URL(url).port) }
  const agent = new Agent({ keepAlive: true })

  return {
    async send(path, { headers, body, ...options }) {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
      const sent = { ...options, body, agent, headers: { ...length, ...headers } }
      const response = await askFor(url, path, sent)
      return toResponse(response.status ?? 0, response.headers, response.body)
    },

    sendBytes: (bytes) =>
      new Promise((resolve) => {
        const socket = connect(server)
        const received: Buffer[] = []
        socket.on('data', (chunk) => received.push(chunk))
        // The server may close before all bytes are sent.
        socket.on('error', () => undefined)
        socket.once('close', () => resolve(parseResponse(Buffer.concat(received).toString('utf8'))))
        socket.end(bytes)
      }),

    close: () => agent.destroy(),
  }
}

/** The status is 0 if nothing was received; the text is everything that was received. */
function parseResponse(received: string): ApiResponse {
  const [, status = '0'] = /^HTTP\/1\.1 (\d{3})/.exec(received) ?? []
  return {
    ...toResponse(Number(status), {}, received),
    body: parsed(received.split('\r\n\r\n')[1] ?? ''),
  }
}

function toResponse(status: number, headers: IncomingHttpHeaders, text: string): ApiResponse {
  return { status, headers, text, body: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
