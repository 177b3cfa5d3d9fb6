/*
 * The admin's door to the store: the whole of supabase-js, since the admin signs in. Only the admin's
 * pages may load it.
 */

import { PUBLIC_SUPABASE_ANON_KEY } from 'astro:env/client'
import { createClient } from '@supabase/supabase-js'
import { ADMIN_SESSION_KEY } from './admin-session-key.ts'
import { backendUrl } from './backend-url.ts'
import type { Database } from './database.types.ts'

/** Milliseconds until an answer counts as lost. */
const TIME_OUT = 10_000

export const adminClient = createClient<Database>(backendUrl.href, PUBLIC_SUPABASE_ANON_KEY, {
  auth: { storageKey: ADMIN_SESSION_KEY, detectSessionInUrl: false },
  // Whoever waits decides whether to ask again: every page has its Retry.
  db: { retry: false },
  global: { fetch: ask },
})

async function ask(address: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(address, { ...init, signal: withTimeout(init.signal) })
  const isNewToken = response.ok && String(address).includes('/auth/v1/token')
  return isNewToken ? withoutServerClock(response) : response
}

/**
 * The server says when a token ends by its own clock. On a device whose clock is wrong that token would
 * look spent at once, and be renewed at every call; without it the client counts by the device's clock.
 */
async function withoutServerClock(response: Response): Promise<Response> {
  const { expires_at: _, ...session } = (await response.json()) as Record<string, unknown>
  // Response.json() is missing before Safari 17.
  return new Response(JSON.stringify(session), { headers: { 'content-type': 'application/json' } })
}

/** AbortSignal.any() is missing before Chrome 116 and Safari 17.4. */
function withTimeout(signal: AbortSignal | null | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(TIME_OUT)
  if (!signal) return timeout
  const controller = new AbortController()
  for (const source of [timeout, signal]) {
    const abort = () => controller.abort(source.reason)
    if (source.aborted) abort()
    else source.addEventListener('abort', abort, { once: true })
  }
  return controller.signal
}
