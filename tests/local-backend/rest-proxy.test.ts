import { createServer } from 'node:http'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, test } from 'vitest'
import { aFolder } from '#tests/support/shop-server.ts'
import { listenOnFreePort } from '#tools/free-port.ts'
import { createRestProxy } from '#tools/local-backend/rest-proxy.ts'

const ASKED = 0
const CLOSED = 1

/** Closes its connections when it is asked to, as PostgREST does where one was idle for half a minute. */
const UPSTREAM = `
  const { createServer } = require('node:http')
  const { parentPort, workerData: { path, state } } = require('node:worker_threads')
  createServer(async (request, response) => {
    response.end('{}')
    await Atomics.waitAsync(state, ${ASKED}, 0).value
    request.socket.destroy()
    Atomics.store(state, ${CLOSED}, 1)
    Atomics.notify(state, ${CLOSED})
  }).listen(path, () => parentPort.postMessage('listening'))
`

const folder = aFolder('rest-proxy')
afterAll(folder.remove)

test('a request on a connection that PostgREST has closed is sent on another one', async () => {
  const state = new Int32Array(new SharedArrayBuffer(8))
  const path = join(folder.path, 'upstream')
  const upstream = new Worker(UPSTREAM, { eval: true, workerData: { path, state } })
  await new Promise((resolve) => upstream.once('message', resolve))
  const proxy = createRestProxy({ socketPath: path })
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    // This thread waits, so that it does not learn of the end of the connection before it sends.
    if (requests === 2) {
      Atomics.store(state, ASKED, 1)
      Atomics.notify(state, ASKED)
      Atomics.wait(state, CLOSED, 0)
    }
    void proxy({ request, response, client: '127.0.0.1' }, '/', Buffer.from('{}'))
  })
  const url = `http://127.0.0.1:${await listenOnFreePort(server)}`
  const statuses = []
  for (let nth = 0; nth < 2; nth += 1) statuses.push((await fetch(url, { method: 'POST' })).status)
  expect(statuses).toEqual([200, 200])
  proxy.close()
  server.close()
  await upstream.terminate()
})
