import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
  request as send,
} from 'node:http'
import { apiError, sendAnswer } from './http-messages.ts'

/** Headers that belong to one connection, and those by which a caller might pose as another. */
const NOT_PASSED_ON = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
  'content-length',
  'cookie',
  'cf-connecting-ip',
  'forwarded',
  'x-forwarded-for',
  'x-real-ip',
]

export type RestProxy = (
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  body: Buffer,
) => void

/** Hands a request on to PostgREST as the hosted gateway would. */
export function createRestProxy(address: RequestOptions): RestProxy & { close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })

  function proxy(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    body: Buffer,
  ): void {
    const headers = { ...passedOn(request), 'content-length': body.length }
    const upstream = send(
      { ...address, agent, method: request.method, path, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers))
        answer.pipe(response)
      },
    )
    upstream.once('error', () => {
      if (response.headersSent) response.destroy()
      else sendAnswer(response, apiError(503, 'The store is starting. Try again.', 'PGRST000'))
    })
    response.once('close', () => upstream.destroy())
    upstream.end(body)
  }

  return Object.assign(proxy, { close: () => agent.destroy() })
}

function passedOn(request: IncomingMessage): IncomingHttpHeaders {
  const kept = Object.entries(request.headers).filter(([name]) => !NOT_PASSED_ON.includes(name))
  return { ...Object.fromEntries(kept), 'x-forwarded-for': callerOf(request) }
}

/** One address: the last hop's word where a proxy stands before us, else who is really calling. */
function callerOf(request: IncomingMessage): string {
  const hops = [request.headers['x-forwarded-for']].flat().join(',').split(',')
  return hops.at(-1)?.trim() || (request.socket.remoteAddress ?? '')
}

function withoutConnection(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { connection: _connection, 'transfer-encoding': _encoding, ...rest } = headers
  return rest
}
