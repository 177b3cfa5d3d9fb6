import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database, Json } from '#supabase/database.types.ts'
import { LOCAL_API_KEY } from '../../src/integrations/local-store/gateway.ts'
import { adminLogin, aFolder, startStore } from '../support/shop-server.ts'

export interface StoreUnderTest {
  /** A new client that remembers nobody. */
  client(): SupabaseClient<Database>
  /** Undefined for a hosted store that we were given no administrator of. */
  admin: { email: string; password: string } | undefined
  close(): Promise<void>
}

const hostedUrl = process.env['CONTRACT_SUPABASE_URL']

/** Whether the tests that need an administrator can run; known before any store is open. */
export const hasAdmin = !hostedUrl || Boolean(process.env['CONTRACT_ADMIN_EMAIL'])

/** The local store, or the hosted one that CONTRACT_SUPABASE_URL and CONTRACT_SUPABASE_ANON_KEY name. */
export async function openStoreUnderTest(): Promise<StoreUnderTest> {
  if (hostedUrl) {
    return {
      client: () => clientOf(hostedUrl, process.env['CONTRACT_SUPABASE_ANON_KEY'] ?? ''),
      admin: hostedAdmin(),
      close: async () => undefined,
    }
  }
  const folder = aFolder('contract')
  const store = await startStore(folder.path)
  return {
    client: () => clientOf(store.url, LOCAL_API_KEY),
    admin: adminLogin,
    async close() {
      await store.close()
      folder.remove()
    },
  }
}

/** As the checkout sends it. */
export function placeOrder(client: SupabaseClient<Database>, request: object) {
  return client.rpc('place_order', { p: request as Json })
}

function clientOf(url: string, key: string): SupabaseClient<Database> {
  return createClient<Database>(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

function hostedAdmin() {
  const email = process.env['CONTRACT_ADMIN_EMAIL']
  const password = process.env['CONTRACT_ADMIN_PASSWORD']
  return email && password ? { email, password } : undefined
}
