/* A local backend with orders of other customers, and the requests that an attacker can send to it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeJwt, type JWTPayload, SignJWT } from 'jose'
import { forgetCounts } from '#tests/support/limits.ts'
import { SAVE_BOOKING } from '#tests/support/save-booking.ts'
import { adminLogin, aFolder, startBackend, type TestBackend } from '#tests/support/shop-server.ts'
import { snapshotTables, type TableSnapshot } from '#tests/support/table-snapshot.ts'
import { LOCAL_API_KEY } from '#tools/local-backend/gateway.ts'
import { saveUser } from '#tools/local-backend/local-admin.ts'
import { otherMessage, otherOrders, ownOrder, requestOf } from './fixtures.ts'
import { type ApiResponse, openHttpClient, type RequestOptions } from './http-client.ts'

export interface User {
  userId: string
  sessionId: string
  token: string
  refreshToken: string
}

export interface ApiOptions extends RequestOptions {
  /** An access token. Without it the request is anonymous. */
  token?: string
}

export interface TestApi {
  url: string
  /** With the public key, and as JSON unless a header says otherwise. */
  request(path: string, options?: ApiOptions): Promise<ApiResponse>
  /** A function by POST. A string is sent unchanged as the body. */
  rpc(name: string, args: unknown, options?: ApiOptions): Promise<ApiResponse>
  /** Raw bytes over a connection of their own. */
  sendBytes(bytes: string | Buffer): Promise<ApiResponse>
  /** As the owner of the database. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  signIn(login: { email: string; password: string }): Promise<User>
  /** Signed in, without rights. */
  user: User
  admin: User
  /** Signs claims with the real secret of the backend. */
  signToken(claims: JWTPayload): Promise<string>
  /** The case may add the order of this id. */
  allowOrder(id: string): void
  ownOrderIds: Set<string>
  /** Headers and bodies of all responses since the case began. */
  responses: string[]
  snapshot: TableSnapshot
  close(): Promise<void>
}

export const userLogin = { email: 'attacker@zulf.example', password: 'a-password-of-nobody' }

export async function openTestApi(): Promise<TestApi> {
  const folder = aFolder('attackers')
  const backend = await startBackend(folder.path, { emptiesOutbox: false })
  const http = openHttpClient(backend.url)
  const secret = readFileSync(join(folder.path, 'token-secret'), 'utf8')
  const responses: string[] = []
  const ownOrderIds = new Set<string>()

  function record(response: ApiResponse): ApiResponse {
    responses.push(`${JSON.stringify(response.headers)}\n${response.text}`)
    return response
  }

  async function request(path: string, { token, headers, ...rest }: ApiOptions = {}) {
    return record(
      await http.send(path, {
        ...rest,
        headers: {
          apikey: LOCAL_API_KEY,
          ...(rest.body !== undefined && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...headers,
        },
      }),
    )
  }

  function rpc(name: string, args: unknown, more: ApiOptions = {}) {
    const body = typeof args === 'string' ? args : JSON.stringify(args)
    return request(`/rest/v1/rpc/${name}`, { method: 'POST', body, ...more })
  }

  async function signIn(login: object): Promise<User> {
    const path = '/auth/v1/token?grant_type=password'
    const { body } = await request(path, { method: 'POST', body: JSON.stringify(login) })
    const { access_token, refresh_token } = body as { access_token: string; refresh_token: string }
    const claims = decodeJwt(access_token)
    return {
      userId: String(claims.sub),
      sessionId: String(claims['session_id']),
      token: access_token,
      refreshToken: refresh_token,
    }
  }

  await backend.transaction((query) => saveUser(query, userLogin))
  await addFixtures(backend, rpc)

  return {
    url: backend.url,
    request,
    rpc,
    sendBytes: async (bytes) => record(await http.sendBytes(bytes)),
    sql: (text, values) => backend.transaction((query) => query(text, values)),
    signIn,
    user: await signIn(userLogin),
    admin: await signIn(adminLogin),
    signToken: (claims) =>
      new SignJWT({ exp: Math.floor(Date.now() / 1000) + 3600, ...claims })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .sign(new TextEncoder().encode(secret)),
    allowOrder: (id) => ownOrderIds.add(id),
    ownOrderIds,
    responses,
    snapshot: await snapshotTables(backend.transaction),
    async close() {
      http.close()
      await backend.close()
      folder.remove()
    },
  }
}

async function addFixtures(backend: TestBackend, rpc: TestApi['rpc']): Promise<void> {
  for (const p of [ownOrder, ...otherOrders.map(requestOf)]) await rpc('place_order', { p })
  await rpc('send_message', { p: otherMessage })
  await backend.transaction(async (query) => {
    for (const { id, status, trackingNumber } of otherOrders) {
      await query(SAVE_BOOKING, [id, status, null, trackingNumber ?? null, null])
    }
    // A trigger keeps dates from changing.
    await query("set local session_replication_role = 'replica'")
    for (const { id, age } of otherOrders) {
      await query('update public.orders set date = now() - $2::interval where id = $1', [id, age])
    }
    await forgetCounts(query)
  })
}
