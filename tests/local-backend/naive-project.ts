/* What a project answers whose owner has locked nothing: everybody may do everything. */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

const ANSWERS: [path: RegExp, status: number, body: unknown][] = [
  [
    /^\/auth\/v1\/settings/,
    200,
    { disable_signup: false, external: { email: true, google: true, anonymous_users: true } },
  ],
  [/^\/auth\/v1\/signup/, 200, { access_token: 'a', user: {} }],
  [/^\/auth\/v1\/token/, 404, { error_code: 'user_not_found' }],
  [/^\/auth\/v1\/admin/, 200, { users: [] }],
  [/^\/rest\/v1\/rpc/, 200, { ok: true }],
  [/^\/prices\.json/, 200, [{ id: 'oil', name: 'Oil', size: '100ml', price: 1 }]],
  [/^\/rest\/v1\/$/, 200, { paths: { '/orders': {} } }],
  [/^\/rest\/v1/, 200, []],
  [/^\/graphql/, 200, { data: { __schema: { types: [{ name: 'OrdersConnection' }] } } }],
  [/^\/storage/, 200, [{ name: 'everything' }]],
  [/^/, 200, 'A page without a header'],
]

export function answerNaively(request: IncomingMessage, response: ServerResponse): void {
  const [, status, body] = ANSWERS.find(([path]) => path.test(request.url ?? '')) ?? [0, 500, '']
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

/** Takes whoever comes as a listener, and says so after the joining as Supabase does. */
export function pushChanges(request: IncomingMessage, socket: Duplex): void {
  const accept = createHash('sha1')
    .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest('base64')
  socket.write(
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      `Sec-WebSocket-Accept: ${accept}\r\n\r\n`,
  )
  for (const message of [
    { event: 'phx_reply', payload: { status: 'ok' } },
    { event: 'system', payload: { status: 'ok', message: 'Subscribed to PostgreSQL' } },
  ]) {
    const text = Buffer.from(JSON.stringify(message))
    // One whole message of text, shorter than 126 bytes.
    socket.write(Buffer.concat([Buffer.from([0x81, text.length]), text]))
  }
}
