import { PUBLIC_SUPABASE_ANON_KEY, PUBLIC_SUPABASE_URL } from 'astro:env/client'

/** Where the backend is. The local one is on the site's own origin, as `/`. */
export const backendUrl = new URL(
  PUBLIC_SUPABASE_URL,
  globalThis.location?.href ?? 'http://localhost',
)

/** Headers of an anonymous call. Hosted gateways want a bearer too; the public key means "nobody". */
export const publicHeaders = {
  apikey: PUBLIC_SUPABASE_ANON_KEY,
  Authorization: `Bearer ${PUBLIC_SUPABASE_ANON_KEY}`,
}
