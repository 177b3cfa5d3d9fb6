import { PostgrestClient } from '@supabase/postgrest-js'
import { backendUrl, publicHeaders } from './backend-url.ts'
import type { Database } from './database.types.ts'

/**
 * The shop pages' door to the database: PostgREST's client alone, since the whole of supabase-js
 * weighs ten times as much and customers never sign in.
 */
export const shopClient = new PostgrestClient<Database>(new URL('rest/v1', backendUrl).href, {
  headers: publicHeaders,
})
