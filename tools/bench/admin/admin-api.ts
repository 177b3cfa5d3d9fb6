import { LOCAL_API_KEY } from '#tools/local-backend/gateway.ts'
import { type BenchStore, owner } from '../backend.ts'

export interface Call {
  method?: 'POST' | 'PATCH'
  /** Below /rest/v1/. */
  path: string
  /** Of the nth time it is sent. */
  body: (nth: number) => unknown
}

export interface AdminApi {
  /** The answer's text. Rejects when it is not a success. */
  send(call: Call, nth?: number): Promise<string>
}

/** The API as the owner's browser reaches it, signed in. */
export async function signIn(store: BenchStore): Promise<AdminApi> {
  const session = await post(`${store.url}/auth/v1/token?grant_type=password`, {}, owner)
  const { access_token: token } = JSON.parse(session) as { access_token: string }
  return {
    send: ({ method, path, body }, nth = 0) =>
      post(`${store.url}/rest/v1/${path}`, { authorization: `Bearer ${token}` }, body(nth), method),
  }
}

export function rpc(name: string, given: Record<string, unknown> = {}): Call {
  return { path: `rpc/${name}`, body: () => given }
}

async function post(
  url: string,
  headers: Record<string, string>,
  body: unknown,
  method = 'POST',
): Promise<string> {
  const answer = await fetch(url, {
    method,
    headers: { apikey: LOCAL_API_KEY, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`)
  return text
}
