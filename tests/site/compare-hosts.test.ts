/* The comparison of two servers that `npm run compare:hosts` prints. */
import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { compareHosts } from '#tools/compare-hosts/compare-hosts.ts'
import { listenOnFreePort } from '#tools/free-port.ts'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  return `http://localhost:${await listenOnFreePort(server)}`
}

const page: RequestListener = (_request, response) => {
  response.setHeader('Content-Type', 'text/html; charset=UTF-8')
  response.end('page')
}

async function compare(other: RequestListener, method = 'GET', ignored: string[] = []) {
  const sites: [string, string] = [await serve(page), await serve(other)]
  return compareHosts(sites, ['//a/../b%20c?d'], { method, ignored })
}

test('two servers alike have no difference, however they write a media type', async () => {
  const other: RequestListener = (_request, response) => {
    response.setHeader('Content-Type', 'text/html;charset=utf-8')
    response.end('page')
  }
  expect(await compare(other)).toEqual({ alike: 1, differences: [] })
})

test('a path is sent as it is written', async () => {
  const paths: string[] = []
  await compare((request, response) => {
    paths.push(request.url ?? '')
    response.end()
  })
  expect(paths).toEqual(['//a/../b%20c?d'])
})

test('status, body and header differ by name, the first server first', async () => {
  const { alike, differences } = await compare((_request, response) => {
    response.writeHead(404, {
      'Content-Type': 'text/html; charset=UTF-8',
      'X-Frame-Options': 'DENY',
    })
    response.end('other')
  })
  expect(alike).toBe(0)
  expect(differences).toEqual([
    'GET //a/../b%20c?d  status: 200 | 404',
    expect.stringMatching(/^GET \/\/a\/\.\.\/b%20c\?d {2}body: \w{12} \| \w{12}$/),
    'GET //a/../b%20c?d  x-frame-options: none | DENY',
  ])
})

test('a redirect to its own origin is a redirect to a path, and is not followed', async () => {
  const redirect: RequestListener = ({ headers }, response) => {
    response.writeHead(301, { Location: `http://${headers.host}/b` }).end()
  }
  const sites: [string, string] = [
    await serve(redirect),
    await serve((_request, response) => response.writeHead(301, { Location: '/b' }).end()),
  ]
  expect(await compareHosts(sites, ['/a'], { method: 'HEAD' })).toEqual({
    alike: 1,
    differences: [],
  })
})

test('a header can be left out', async () => {
  const other: RequestListener = (request, response) => {
    response.setHeader('Cache-Control', 'no-store')
    page(request, response)
  }
  expect((await compare(other)).differences).toHaveLength(1)
  expect((await compare(other, 'GET', ['cache-control'])).differences).toEqual([])
})

test('a server that ends the connection has no status', async () => {
  const { differences } = await compare((request) => request.socket.destroy())
  expect(differences[0]).toBe('GET //a/../b%20c?d  status: 200 | 0')
})
