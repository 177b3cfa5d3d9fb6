import '#kit/missing-apis.ts'
import { parseJson } from '#kit/json.ts'
import { backendUrl, publicHeaders, REQUEST_TIMEOUT_MS } from './backend.ts'
import type { Database } from './database.types.ts'

type Functions = Database['public']['Functions']

export interface RpcResponse {
  /** 0 where no response came. */
  status: number
  /** The JSON of the response, or undefined. Untrusted. */
  body: unknown
  /** Why no response came. */
  cause?: unknown
}

/**
 * Calls a function of the database without a session. Customers need no other request, and
 * `@supabase/postgrest-js` would be a twentieth of the checkout's scripts. Never throws.
 */
export async function rpc<Name extends keyof Functions>(
  name: Name,
  args: Functions[Name]['Args'],
): Promise<RpcResponse> {
  return send(name, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...publicHeaders },
    body: JSON.stringify(args),
  })
}

/** Likewise by a GET, whose response the browser may have in its cache. For functions that allow that. */
export async function cachedRpc(name: keyof Functions): Promise<RpcResponse> {
  return send(name, { headers: publicHeaders })
}

async function send(name: string, request: RequestInit): Promise<RpcResponse> {
  const url = new URL(`rest/v1/rpc/${name}`, backendUrl)
  try {
    const response = await fetch(url, {
      ...request,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    return { status: response.status, body: parseJson(await response.text()) }
  } catch (cause) {
    return { status: 0, body: undefined, cause }
  }
}
