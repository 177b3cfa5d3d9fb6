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
  const url = new URL(`rest/v1/rpc/${name}`, backendUrl)
  const request = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...publicHeaders },
    body: JSON.stringify(args),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  }
  try {
    const response = await fetch(url, request)
    return { status: response.status, body: parseJson(await response.text()) }
  } catch (cause) {
    return { status: 0, body: undefined, cause }
  }
}
