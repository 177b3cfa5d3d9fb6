/*
 * The network between the customers and the backend. Each request gets the next fault of its customer's
 * plan, and the backend's real response is recorded.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { readRefusal } from '#api/refusal.ts'
import { parseJson } from '#kit/json.ts'
import { listenOnFreePort } from '#tools/free-port.ts'
import { type Fault, fakeResponse, NOT_FORWARDED, type ResponseParts } from './faults.ts'

/** Names the customer of a request. Not forwarded to the backend. */
export const CUSTOMER = 'x-customer'

/** By turns: before the next try of the client, and after it. */
const LATE_MS = [5, 60, 400]

export interface Exchange {
  call: string
  /** The order that the request names. */
  orderId: string | undefined
  fault: Fault | 'none' | `form service ${FormService}`
  /** Whether the backend's own function refused the request, even if the client never learned it. */
  isRefused: boolean
}

/** `down` closes connections; `quota spent` responds with 429, `refusing content` with 422. */
export type FormService = 'working' | 'down' | 'quota spent' | 'refusing content'

export interface FaultProxy {
  url: string
  /** For all customers. */
  setFormService(state: FormService): void
  /** Sets the URL of the backend, which changes at each start. */
  forwardTo(backend: string): void
  /** One fault per request, in this order. `timeOut` ends the pending calls of the customer. */
  plan(customer: string, faults: (Fault | 'none')[], timeOut: () => void): void
  clearFaults(customer: string): void
  exchanges(customer: string): Exchange[]
  /** Resolves when no request is pending. */
  idle(): Promise<void>
  close(): Promise<void>
}

export async function openFaultProxy(): Promise<FaultProxy> {
  const plans = new Map<string, { faults: (Fault | 'none')[]; timeOut: () => void }>()
  const log = new Map<string, Exchange[]>()
  const pending = new Set<Promise<void>>()
  let backend = ''
  let formService: FormService = 'working'
  let late = 0

  const server = createServer((request, response) => {
    const exchange = handle(request, response).catch(() => void request.socket.destroy())
    pending.add(exchange)
    void exchange.then(() => pending.delete(exchange))
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const customer = String(request.headers[CUSTOMER])
    if (request.url === ORDER_FORM && formService !== 'working')
      return refuseCopy(formService, customer, request, response)
    const fault = plans.get(customer)?.faults.shift() ?? 'none'
    const exchange: Exchange = {
      call: String(request.url).split('/').at(-1) ?? '',
      orderId: undefined,
      fault,
      isRefused: false,
    }
    log.set(customer, [...(log.get(customer) ?? []), exchange])
    if (fault === 'refused') return void request.socket.destroy()

    const body = await readAll(request)
    exchange.orderId = /"(?:p_)?id":"([A-Z]{8})"/.exec(body.toString('latin1'))?.[1]
    if (fault === 'late request') await untilTooLate(customer)
    const sent = NOT_FORWARDED.includes(fault) ? [] : [forward(request, body)]
    if (fault === 'doubled') sent.push(forward(request, body))
    const [real] = await Promise.all(sent)
    exchange.isRefused = readRefusal(parseJson(real?.body ?? null)) !== undefined
    if (fault === 'late response') await untilTooLate(customer)
    respond(response, fault, real)
  }

  async function refuseCopy(
    state: Exclude<FormService, 'working'>,
    customer: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const fault = `form service ${state}` as const
    const exchange = { call: 'order', orderId: undefined, fault, isRefused: false }
    log.set(customer, [...(log.get(customer) ?? []), exchange])
    await readAll(request)
    if (state === 'down') return void request.socket.destroy()
    response.writeHead(state === 'quota spent' ? 429 : 422, { 'content-type': 'application/json' })
    response.end('{"errors":[]}')
  }

  async function untilTooLate(customer: string): Promise<void> {
    plans.get(customer)?.timeOut()
    late += 1
    await sleep(LATE_MS[late % LATE_MS.length])
  }

  async function forward(request: IncomingMessage, body: Buffer): Promise<ResponseParts> {
    const headers = new Headers()
    for (const name of FORWARDED_HEADERS) {
      const value = request.headers[name]
      if (typeof value === 'string') headers.set(name, value)
    }
    const response = await fetch(backend + request.url, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
    })
    const type = response.headers.get('content-type') ?? 'text/plain'
    return { status: response.status, type, body: await response.text() }
  }

  const port = await listenOnFreePort(server)
  return {
    url: `http://127.0.0.1:${port}`,
    forwardTo: (url) => {
      backend = url
    },
    setFormService: (state) => {
      formService = state
    },
    plan: (customer, faults, timeOut) => void plans.set(customer, { faults, timeOut }),
    clearFaults: (customer) => void plans.delete(customer),
    exchanges: (customer) => log.get(customer) ?? [],
    idle: async () => {
      while (pending.size > 0) await Promise.all(pending)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const ORDER_FORM = '/forms/order'

const FORWARDED_HEADERS = ['content-type', 'apikey', 'authorization', 'x-forwarded-for', 'accept']

function respond(
  response: ServerResponse,
  fault: Fault | 'none',
  real: ResponseParts | undefined,
): void {
  if (fault === 'cut before' || fault === 'cut after') return void response.destroy()
  const sent = fault === 'none' ? real : fakeResponse(fault, real)
  if (!sent) return void response.destroy()
  const body = Buffer.from(sent.body)
  response.writeHead(sent.status, { 'content-type': sent.type, 'content-length': body.length })
  if (fault !== 'truncated') return void response.end(body)
  response.write(body.subarray(0, body.length / 2), () => response.destroy())
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
