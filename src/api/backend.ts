import { PUBLIC_SUPABASE_PUBLISHABLE_KEY, PUBLIC_SUPABASE_URL } from 'astro:env/client'

/** Where the backend is. The local one is on the site's own origin, as `/`. */
export const backendUrl = new URL(
  PUBLIC_SUPABASE_URL,
  globalThis.location?.href ?? 'http://localhost',
)

/** A request without a response in this time counts as failed. */
export const REQUEST_TIMEOUT_MS = 10_000

/** Headers of an anonymous request. A former anon key is a token as well, a publishable key is none. */
export const publicHeaders: Record<string, string> = {
  apikey: PUBLIC_SUPABASE_PUBLISHABLE_KEY,
  ...(!PUBLIC_SUPABASE_PUBLISHABLE_KEY.startsWith('sb_') && {
    Authorization: `Bearer ${PUBLIC_SUPABASE_PUBLISHABLE_KEY}`,
  }),
}
