import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Middleware } from '#tools/site-server/middleware.ts'
import {
  MAX_CONNECTIONS,
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

test('who sends many at once and reads none of them is served one', async () => {
  const client = (await aClient()).pause()
  mostAtOnce = 0
  client.write(aRequest('GET').repeat(20))
  await expect.poll(() => mostAtOnce).toBe(1)
  // A second caller's whole exchange comes after whatever the first one's requests started.
  expect((await fetch(site.url)).status).toBe(404)
  expect(mostAtOnce).toBe(1)
  client.destroy()
})

test('a request with a body waits its turn too', async () => {
  const client = await aClient()
  const post = aRequest('POST', 'Content-Length: 5\r\n')
  client.write(
    `${post}hello${aRequest('HEAD')}${post}hello${aRequest('HEAD', 'Connection: close\r\n')}`,
  )
  const statuses = (await readAll(client)).match(/HTTP\/1\.1 \d+/g)
  expect(statuses).toEqual(['HTTP/1.1 405', 'HTTP/1.1 404', 'HTTP/1.1 405', 'HTTP/1.1 404'])
})

test('more requests at once than any browser sends end the connection', async () => {
  const client = await aClient()
  client.write(aRequest('GET').repeat(200))
  expect((await readAll(client)).split('HTTP/1.1 404').length - 1).toBeLessThan(20)
  expect((await fetch(site.url)).status).toBe(404)
})

test('more connections than the server has room for are closed', async () => {
  const clients = await Promise.all(Array.from({ length: MAX_CONNECTIONS + 20 }, () => aClient()))
  const open = () => clients.filter((client) => !client.closed).length
  for (const client of clients) client.resume()
  await expect.poll(open).toBeLessThanOrEqual(MAX_CONNECTIONS)
  for (const client of clients) client.destroy()
  await expect
    .poll(() =>
      fetch(site.url).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(404)
})

test('who never ends a request is not waited for', async () => {
  const client = await aClient()
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-More: ')
  expect(await readAll(client)).toContain('HTTP/1.1 408')
})

function aRequest(method: string, headers = ''): string {
  return `${method} / HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`
}

async function aClient(): Promise<Socket> {
  const client = connect(Number(new URL(site.url).port), '127.0.0.1')
  client.on('error', () => undefined)
  await once(client, 'connect')
  return client
}

async function readAll(client: Socket): Promise<string> {
  const chunks: Buffer[] = []
  client.on('data', (chunk) => chunks.push(chunk))
  await new Promise((resolve) => client.once('close', resolve))
  return Buffer.concat(chunks).toString('latin1')
}
