import { PUBLIC_SUPABASE_ANON_KEY, PUBLIC_SUPABASE_URL } from 'astro:env/client'

/** Where the backend is. The local one is on the site's own origin, as `/`. */
export const backendUrl = new URL(
  PUBLIC_SUPABASE_URL,
  globalThis.location?.href ?? 'http://localhost',
)

/** A request without a response in this time counts as failed. */
export const REQUEST_TIMEOUT_MS = 10_000

/** Headers of an anonymous request. Hosted gateways require a bearer token as well; the public key stands for no user. */
export const publicHeaders = {
  apikey: PUBLIC_SUPABASE_ANON_KEY,
  Authorization: `Bearer ${PUBLIC_SUPABASE_ANON_KEY}`,
}
