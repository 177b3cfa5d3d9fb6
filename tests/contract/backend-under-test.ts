import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database, Json } from '#api/database.types.ts'
import { cleanUpOrders, cleanUpSettings } from '#tools/test-orders/clean-up.ts'
import { adminLogin, aFolder, clientOf, startBackend } from '../support/shop-server.ts'

export interface BackendUnderTest {
  /** A new client that remembers nobody. */
  client(): SupabaseClient<Database>
  /** Undefined for a hosted backend that we were given no administrator of. */
  admin: { email: string; password: string } | undefined
  close(): Promise<void>
}

const hostedUrl = process.env['CONTRACT_SUPABASE_URL']
const hostedKey = process.env['CONTRACT_SUPABASE_ANON_KEY'] ?? ''
const settings = cleanUpSettings()
const placed: string[] = []

/** Whether the tests that need an administrator can run; known before a backend is open. */
export const hasAdmin = !hostedUrl || Boolean(settings.admin)

/** The local backend, or the hosted one that CONTRACT_SUPABASE_URL and CONTRACT_SUPABASE_ANON_KEY name. */
export async function openBackendUnderTest(): Promise<BackendUnderTest> {
  if (hostedUrl) {
    return {
      client: () => clientOf(hostedUrl, hostedKey),
      admin: settings.admin,
      close: () =>
        cleanUpOrders(placed.splice(0), {
          url: hostedUrl,
          key: hostedKey,
          ...settings,
          print: console.log,
        }),
    }
  }
  const folder = aFolder('contract')
  const backend = await startBackend(folder.path)
  return {
    client: () => clientOf(backend.url),
    admin: adminLogin,
    async close() {
      await backend.close()
      folder.remove()
    },
  }
}

/** As the checkout sends it. A hosted backend is rid of the order when it is closed. */
export async function placeOrder(
  client: SupabaseClient<Database>,
  request: { id: string; [field: string]: unknown },
) {
  const response = await client.rpc('place_order', { p: request as Json })
  if (response.status === 201) placed.push(request.id)
  return response
}
