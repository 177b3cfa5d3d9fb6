import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
  request as send,
} from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { isRecord, parseJson } from '#kit/json.ts'
import { apiError, sendJson, unavailable } from './http-messages.ts'

/**
 * Headers that belong to one connection, those by which a caller might pose as another, and Origin,
 * to which PostgREST responds by allowing every origin.
 */
const BLOCKED_HEADERS = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
  'origin',
  'content-length',
  'cookie',
  'cf-connecting-ip',
  'forwarded',
  'x-forwarded-for',
  'x-real-ip',
]

interface RestCall {
  request: IncomingMessage
  response: ServerResponse
  /** The IP address that limits count. */
  client: string
}

export type RestProxy = (call: RestCall, path: string, body: Buffer) => Promise<void>

/** How long a request waits for PostgREST to be started again. */
const READY_TIMEOUT_MS = 60_000

const RETRY_DELAY_MS = 50

/** PostgREST does not listen, or has just closed a connection that was idle for half a minute: it has no request. */
const NOT_SENT = ['ECONNREFUSED', 'ENOENT', 'EPIPE']

/**
 * Sends a request to PostgREST as the hosted gateway does.
 * @param ready Resolves when a PostgREST that is being started again responds.
 */
export function createRestProxy(
  endpoint: RequestOptions,
  ready: () => Promise<unknown> = () => Promise.resolve(),
): RestProxy & { close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })

  async function proxy(
    { request, response, client }: RestCall,
    path: string,
    body: Buffer,
    deadline = performance.now() + READY_TIMEOUT_MS,
  ): Promise<void> {
    await Promise.race([ready(), pause(READY_TIMEOUT_MS, undefined, { ref: false })])
    if (response.destroyed) return
    const headers = {
      ...passedOn(request),
      'x-forwarded-for': client,
      'content-length': body.length,
    }
    const upstream = send(
      { ...endpoint, agent, method: request.method, path, headers },
      (received) => {
        if (Number(received.statusCode) >= 500) return void sendFault(received, response)
        response.writeHead(received.statusCode ?? 502, withoutConnection(received.headers))
        received.pipe(response)
      },
    )
    const hangUp = () => upstream.destroy()
    upstream.once('error', async (error: NodeJS.ErrnoException) => {
      response.off('close', hangUp)
      if (response.headersSent || response.destroyed) return response.destroy()
      const mayRetry = NOT_SENT.includes(error.code ?? '') && performance.now() < deadline
      if (!mayRetry) return sendJson(response, unavailable())
      await pause(RETRY_DELAY_MS)
      await proxy({ request, response, client }, path, body, deadline)
    })
    response.once('close', hangUp)
    upstream.end(body)
  }

  return Object.assign(proxy, { close: () => agent.destroy() })
}

/** Passes on the code of a fault. Its message may name files of the database. */
async function sendFault(received: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = parseJson(await text(received).catch(() => ''))
  const code = isRecord(body) && typeof body['code'] === 'string' ? body['code'] : undefined
  sendJson(response, apiError(received.statusCode ?? 502, 'The backend could not do it', code))
}

function passedOn({ headers }: IncomingMessage): IncomingHttpHeaders {
  const entries = Object.entries(headers).filter(([name]) => !BLOCKED_HEADERS.includes(name))
  return Object.fromEntries(entries)
}

function withoutConnection(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { connection: _connection, 'transfer-encoding': _encoding, ...rest } = headers
  return rest
}
