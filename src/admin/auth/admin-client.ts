/*
 * The client of the admin area: the whole of supabase-js, since the admin signs in. Only the admin's
 * pages may load it.
 */
import { PUBLIC_SUPABASE_PUBLISHABLE_KEY } from 'astro:env/client'
import { createClient } from '@supabase/supabase-js'
import { backendUrl, REQUEST_TIMEOUT_MS } from '#api/backend.ts'
import type { Database } from '#api/database.types.ts'
import { ADMIN_SESSION_KEY } from './session.ts'

export const adminClient = createClient<Database>(
  backendUrl.href,
  PUBLIC_SUPABASE_PUBLISHABLE_KEY,
  {
    auth: { storageKey: ADMIN_SESSION_KEY, detectSessionInUrl: false },
    // The user decides about a retry: every page has its button.
    db: { retry: false },
    global: { fetch: fetchInTime },
  },
)

async function fetchInTime(url: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, { ...init, signal: endedInTime(init.signal) })
  const isNewToken = response.ok && String(url).includes('/auth/v1/token')
  return isNewToken ? withoutServerClock(response) : response
}

/**
 * The server's expiry of a token is by its own clock. On a device whose clock is wrong the token would
 * look expired at once and be renewed at every request. Without it the client uses the device's clock.
 */
async function withoutServerClock(response: Response): Promise<Response> {
  const { expires_at: _, ...session } = (await response.json()) as Record<string, unknown>
  // Response.json() is missing before Safari 17.
  return new Response(JSON.stringify(session), { headers: { 'content-type': 'application/json' } })
}

/** AbortSignal.any() is missing before Chrome 116 and Safari 17.4. */
function endedInTime(signal: AbortSignal | null | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  if (!signal) return timeout
  const controller = new AbortController()
  for (const source of [timeout, signal]) {
    const abort = () => controller.abort(source.reason)
    if (source.aborted) abort()
    else source.addEventListener('abort', abort, { once: true })
  }
  return controller.signal
}
