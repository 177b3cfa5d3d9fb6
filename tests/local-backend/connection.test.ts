/* How tools connect to the database of a hosted project. */
import { createServer } from 'node:net'
import pg from 'pg'
import { expect, test } from 'vitest'
import { withProject } from '#tools/backup/hosted.ts'
import { rememberCounts } from '#tools/check-hosted/own-counts.ts'
import { listenOnFreePort } from '#tools/free-port.ts'
import { connectionOf } from '#tools/postgres/connection.ts'
import { cleanUpOrders } from '#tools/test-orders/clean-up.ts'

/** Asks for encryption before anything else is sent. */
const SSL_REQUEST = 80877103

test.each([
  ['a backup', (url: string) => withProject(url, (query) => query('select 1'))],
  ['the counts of limits', (url: string) => rememberCounts(url)],
  [
    'the deletion of test orders',
    (url: string) =>
      cleanUpOrders(['ABCDEFGH'], { url: '', key: '', databaseUrl: url, print: () => undefined }),
  ],
])('%s asks a project for encryption before it sends a name', async (_, connect) => {
  const codes: number[] = []
  const project = createServer((socket) => {
    socket.once('data', (packet) => {
      codes.push(packet.readInt32BE(4))
      socket.destroy()
    })
  })
  const port = await listenOnFreePort(project)
  // Reaches this machine by a name that is not taken for it.
  await Promise.allSettled([connect(`postgresql://postgres.abc:secret@0.0.0.0:${port}/postgres`)])
  project.close()
  expect(codes).toEqual([SSL_REQUEST])
})

test.each([
  ['db.example', '', { rejectUnauthorized: false }],
  ['db.example', '?sslmode=require', { rejectUnauthorized: false }],
  ['db.example', '?sslmode=verify-full', {}],
  ['db.example', '?sslmode=disable', false],
  ['127.0.0.1', '', false],
])('%s%s is connected to with %j', (host, query, ssl) => {
  const client = new pg.Client(
    connectionOf(`postgresql://postgres:pa%40ss@${host}/postgres${query}`),
  )
  expect(client.ssl).toEqual(ssl)
  expect(client.password).toBe('pa@ss')
})

test.each(['#', '/', '?'])('a password with %s names what to do, and is not repeated', (sign) => {
  const connect = () => connectionOf(`postgresql://postgres.abc:se${sign}cret@db.example/postgres`)
  expect(connect).toThrow(/percent-encoded: @ is %40, # is %23/)
  expect(connect).not.toThrow(/cret/)
})
