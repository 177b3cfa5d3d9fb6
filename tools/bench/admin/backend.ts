/* The backend that is measured: the local one. */
import { join } from 'node:path'
import { type Api, listen } from '#tools/hosted-postgres/hosted-api.ts'
import { LOCAL_API_KEY } from '#tools/local-backend/gateway.ts'
import { openLocalBackend } from '#tools/local-backend/local-backend.ts'
import { openParts } from '#tools/open-parts.ts'
import type { Database } from '#tools/postgres/database.ts'
import { root } from '#tools/run/step.mjs'

export const admin = { email: 'admin@zulf.example', password: 'a-password-for-the-bench' }

export interface BenchBackend extends Api {
  /** The database itself, past the API and its rights. */
  transaction: Database['transaction']
}

/** Has a data folder for each number of orders, which stays for the next run. */
export function openLocal(size: number): Promise<BenchBackend> {
  return openParts(async (onClose) => {
    const { handle, transaction, close } = await openLocalBackend({
      dataDir: join(root, '.data', `bench-${size}`),
      adminUsername: admin.email,
      adminPassword: admin.password,
      adminEmailDomain: '',
    })
    onClose(close)
    const api = await listen(handle)
    onClose(api.close)
    return { url: api.url, transaction }
  })
}

export interface BenchCall {
  /** Below /rest/v1/. */
  path: string
  /** Of the nth time it is sent, after the response to the last one. */
  body: (nth: number, last?: string) => unknown
}

export interface AdminApi {
  /** Returns the text of the response. Rejects unless it is a success. */
  send(call: BenchCall, nth?: number, last?: string): Promise<string>
}

/** The API as the admin's browser calls it, signed in. */
export async function signIn({ url }: Api): Promise<AdminApi> {
  const session = await post(`${url}/auth/v1/token?grant_type=password`, {}, admin)
  const { access_token: token } = JSON.parse(session) as { access_token: string }
  return {
    send: ({ path, body }, nth = 0, last) =>
      post(`${url}/rest/v1/${path}`, { authorization: `Bearer ${token}` }, body(nth, last)),
  }
}

export function benchRpc(name: string, parameters: Record<string, unknown> = {}): BenchCall {
  return { path: `rpc/${name}`, body: () => parameters }
}

async function post(url: string, headers: Record<string, string>, body: unknown): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { apikey: LOCAL_API_KEY, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} responded with ${response.status}: ${text}`)
  return text
}
