/* A project without any protection: everybody may do everything. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'

const RESPONSES: [path: RegExp, status: number, body: unknown][] = [
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

export function respondNaively(request: IncomingMessage, response: ServerResponse): void {
  const [, status, body] = RESPONSES.find(([path]) => path.test(request.url ?? '')) ?? [0, 500, '']
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

const server = new WebSocketServer({ noServer: true })

/** Accepts any listener, and reports a subscription as Supabase does. */
export function pushChanges(request: IncomingMessage, socket: Duplex, head: Buffer): void {
  server.handleUpgrade(request, socket, head, (client) => {
    for (const message of [
      { event: 'phx_reply', payload: { status: 'ok' } },
      { event: 'system', payload: { status: 'ok', message: 'Subscribed to PostgreSQL' } },
    ]) {
      client.send(JSON.stringify(message))
    }
  })
}
