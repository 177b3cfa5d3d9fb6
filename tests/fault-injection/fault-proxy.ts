/*
 * The network between the customers and the store. Each request meets the next fault of its customer's
 * list, and what really became of it is written down.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Fault, falseReply, KEPT_AWAY, type Reply } from './faults.ts'

/** By this header the network knows whose request it is; the store never sees it. */
export const CUSTOMER = 'x-customer'

/** Milliseconds between a customer's giving up and the late arrival, by turns: before and after the next try. */
const LATE = [5, 60, 400]

export interface Passage {
  call: string
  /** Of the order that is spoken of. */
  orderId: string | undefined
  fault: Fault | 'none' | `form service ${FormService}`
  /** The status that the store gave, whether or not the customer heard of it. */
  stored: number | undefined
}

/** A service that is down for a day, and one whose monthly quota is spent. */
export type FormService = 'working' | 'down' | 'quota spent'

export interface FaultProxy {
  url: string
  /** How the form service is from now on, for everybody. */
  setFormService(state: FormService): void
  /** Where the store is now: killed and opened again, it has another address. */
  leadTo(store: string): void
  /** Faults in the order in which this customer's requests will meet them, and how to end the waiting. */
  plan(customer: string, faults: (Fault | 'none')[], passTime: () => void): void
  heal(customer: string): void
  passages(customer: string): Passage[]
  /** Resolves when nothing is on its way any more. */
  idle(): Promise<void>
  close(): Promise<void>
}

export async function openFaultProxy(): Promise<FaultProxy> {
  const plans = new Map<string, { faults: (Fault | 'none')[]; passTime: () => void }>()
  const log = new Map<string, Passage[]>()
  const underWay = new Set<Promise<void>>()
  let store = ''
  let formService: FormService = 'working'
  let late = 0

  const server = createServer((request, response) => {
    const passing = pass(request, response).catch(() => void request.socket.destroy())
    underWay.add(passing)
    void passing.then(() => underWay.delete(passing))
  })

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const customer = String(request.headers[CUSTOMER])
    if (request.url === ORDER_FORM && formService !== 'working')
      return refuseCopy(formService, customer, request, response)
    const fault = plans.get(customer)?.faults.shift() ?? 'none'
    const passage: Passage = {
      call: String(request.url).split('/').at(-1) ?? '',
      orderId: undefined,
      fault,
      stored: undefined,
    }
    log.set(customer, [...(log.get(customer) ?? []), passage])
    if (fault === 'refused') return void request.socket.destroy()

    const body = await readAll(request)
    passage.orderId = /"(?:p_)?id":"([A-Z]{8})"/.exec(body.toString('latin1'))?.[1]
    if (fault === 'late request') await untilTooLate(customer)
    const asked = KEPT_AWAY.includes(fault) ? [] : [ask(request, body)]
    if (fault === 'doubled') asked.push(ask(request, body))
    const [real] = await Promise.all(asked)
    passage.stored = real?.status
    if (fault === 'late answer') await untilTooLate(customer)
    deliver(response, fault, real)
  }

  async function refuseCopy(
    state: Exclude<FormService, 'working'>,
    customer: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const fault = `form service ${state}` as const
    const passage = { call: 'order', orderId: undefined, fault, stored: undefined }
    log.set(customer, [...(log.get(customer) ?? []), passage])
    await readAll(request)
    if (state === 'down') return void request.socket.destroy()
    response.writeHead(429, { 'content-type': 'application/json' })
    response.end('{"errors":[{"message":"The quota is spent"}]}')
  }

  async function untilTooLate(customer: string): Promise<void> {
    plans.get(customer)?.passTime()
    late += 1
    await sleep(LATE[late % LATE.length])
  }

  async function ask(request: IncomingMessage, body: Buffer): Promise<Reply> {
    const headers = new Headers()
    for (const name of PASSED_ON) {
      const value = request.headers[name]
      if (typeof value === 'string') headers.set(name, value)
    }
    const answer = await fetch(store + request.url, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
    })
    const type = answer.headers.get('content-type') ?? 'text/plain'
    return { status: answer.status, type, body: await answer.text() }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    leadTo: (address) => {
      store = address
    },
    setFormService: (state) => {
      formService = state
    },
    plan: (customer, faults, passTime) => void plans.set(customer, { faults, passTime }),
    heal: (customer) => void plans.delete(customer),
    passages: (customer) => log.get(customer) ?? [],
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const ORDER_FORM = '/forms/order'

const PASSED_ON = ['content-type', 'apikey', 'authorization', 'x-forwarded-for', 'accept']

function deliver(response: ServerResponse, fault: Fault | 'none', real: Reply | undefined): void {
  if (fault === 'cut before' || fault === 'cut after') return void response.destroy()
  const reply = fault === 'none' ? real : falseReply(fault, real)
  if (!reply) return void response.destroy()
  const body = Buffer.from(reply.body)
  response.writeHead(reply.status, { 'content-type': reply.type, 'content-length': body.length })
  if (fault !== 'truncated') return void response.end(body)
  response.write(body.subarray(0, body.length / 2), () => response.destroy())
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
