/* Orders as the admin reads them in the shared backend. */
import type { Page } from '@playwright/test'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '#api/database.types.ts'
import { signedInClient } from '#tests/support/shop-server.ts'
import { backendSettings } from '#tools/local-backend/backend-settings.ts'
import { confirmedOrder } from './customer.ts'
import { expect } from './shop-test.ts'

const { adminUsername, adminPassword, adminEmailDomain } = backendSettings()

type OrderRow = Database['public']['Tables']['orders']['Row']

let admin: ReturnType<typeof signedInClient> | undefined

/** Orders placed with this phone number. */
export async function ordersOf(phone: string): Promise<OrderRow[]> {
  const client = await signedInAdmin()
  const { data, error } = await client
    .from('orders')
    .select()
    .eq('shipping_address->>phone', phone)
    .order('date')
  if (error) throw new Error(error.message)
  return data
}

/** The confirmation shows the one order of this phone. Returns its id. */
export async function expectPlaced(page: Page, phone: string): Promise<string> {
  const id = await confirmedOrder(page)
  expect(await ordersOf(phone)).toMatchObject([{ id }])
  return id
}

async function signedInAdmin(): Promise<SupabaseClient<Database>> {
  const email = `${adminUsername}@${adminEmailDomain}`
  admin ??= signedInClient(process.env['SHOP_URL'] ?? '', { email, password: adminPassword })
  return (await admin).client
}
