import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Middleware } from '#tools/site-server/middleware.ts'
import {
  MAX_CONNECTIONS_PER_CLIENT,
  type SiteServer,
  startSiteServer,
} from '#tools/site-server/site-server.ts'
import { aFolder } from '../support/shop-server.ts'

const dist = aFolder('connections')
const PAGE_SIZE = 500_000
let site: SiteServer

/** Responses that were begun, of each connection. */
const begun = new Map<Socket, ServerResponse[]>()
let mostAtOnce = 0

const watch: Middleware = ({ socket }, response, next) => {
  const unfinished = begun.get(socket)?.filter(({ writableFinished }) => !writableFinished) ?? []
  begun.set(socket, [...unfinished, response])
  mostAtOnce = Math.max(mostAtOnce, unfinished.length + 1)
  next()
}

beforeAll(async () => {
  writeFileSync(join(dist.path, '404.html'), 'x'.repeat(PAGE_SIZE))
  site = await startSiteServer({ port: 0, dist: dist.path, backend: { handle: watch } })
})
afterAll(async () => {
  await site.close()
  dist.remove()
})

test('requests that are sent at once are served one after the other, and all of them', async () => {
  const client = await aClient()
  client.write(aRequest('GET').repeat(19) + aRequest('GET', 'Connection: close\r\n'))
  const received = await readAll(client)
  expect(received.split('HTTP/1.1 404').length - 1).toBe(20)
  expect(received.length).toBeGreaterThan(20 * PAGE_SIZE)
  expect(mostAtOnce).toBe(1)
})

test('half requests of one client leave room for the others; behind a proxy they are not counted', async () => {
  const clients = await halfRequests(site, MAX_CONNECTIONS_PER_CLIENT + 20, '127.0.0.1')
  await expect.poll(() => openOf(clients)).toBeLessThanOrEqual(MAX_CONNECTIONS_PER_CLIENT)
  expect(openOf(clients)).toBeGreaterThan(0)
  const other = await aClient(site, '127.0.0.2')
  other.write(aRequest('HEAD', 'Connection: close\r\n'))
  expect(await readAll(other)).toContain('HTTP/1.1 404')
  for (const client of clients) client.destroy()
  await expect.poll(() => statusOf(site)).toBe(404)

  const proxied = await startSiteServer({ port: 0, dist: dist.path, trustProxy: true })
  const all = await halfRequests(proxied, MAX_CONNECTIONS_PER_CLIENT + 20, '127.0.0.1')
  expect(await statusOf(proxied)).toBe(404)
  expect(openOf(all)).toBe(all.length)
  await proxied.close()
})

function aRequest(method: string, headers = ''): string {
  return `${method} / HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`
}

async function aClient({ url } = site, localAddress = '127.0.0.1'): Promise<Socket> {
  const client = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress })
  client.on('error', () => undefined)
  await once(client, 'connect')
  return client
}

function halfRequests(server: SiteServer, count: number, address: string): Promise<Socket[]> {
  const half = async () => {
    const client = (await aClient(server, address)).resume()
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n')
    return client
  }
  return Promise.all(Array.from({ length: count }, half))
}

function openOf(clients: Socket[]): number {
  return clients.filter((client) => !client.closed).length
}

/** 0 where the connection is closed without a response. */
async function statusOf({ url }: SiteServer): Promise<number> {
  const response = await fetch(url).catch(() => undefined)
  return response?.status ?? 0
}

async function readAll(client: Socket): Promise<string> {
  const chunks: Buffer[] = []
  client.on('data', (chunk) => chunks.push(chunk))
  await new Promise((resolve) => client.once('close', resolve))
  return Buffer.concat(chunks).toString('latin1')
}
