import { PUBLIC_SUPABASE_ANON_KEY, PUBLIC_SUPABASE_URL } from 'astro:env/client'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from './database.types.ts'

/** Where the store is. The embedded one lives on the site's own origin, as `/`. */
export const storeUrl = new URL(
  PUBLIC_SUPABASE_URL,
  globalThis.location?.href ?? 'http://localhost',
)

/**
 * The shop pages' door to the database: PostgREST's client alone, since the whole of supabase-js
 * weighs ten times as much and shoppers never sign in.
 */
export const shopClient = new PostgrestClient<Database>(new URL('rest/v1', storeUrl).href, {
  headers: {
    apikey: PUBLIC_SUPABASE_ANON_KEY,
    // Hosted gateways want a bearer too; the public key only ever means "visitor".
    Authorization: `Bearer ${PUBLIC_SUPABASE_ANON_KEY}`,
  },
})
