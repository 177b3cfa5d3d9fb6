/* Orders as the admin reads and changes them in the shared backend. */
import type { Page } from '@playwright/test'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '#api/database.types.ts'
import { backendSettings } from '#tools/local-backend/backend-settings.ts'
import { confirmedOrder } from './customer.ts'
import { expect } from './shop-test.ts'

const PUBLIC_KEY = 'sb_publishable_local'
const { adminUsername, adminPassword, adminEmailDomain } = backendSettings()

export type OrderRow = Database['public']['Tables']['orders']['Row']

let admin: Promise<SupabaseClient<Database>> | undefined

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

export async function changeOrder(
  id: string,
  change: Partial<Pick<OrderRow, 'status' | 'tracking_number'>>,
): Promise<void> {
  const client = await signedInAdmin()
  const { data, error } = await client.from('orders').update(change).eq('id', id).select('id')
  if (error || data.length !== 1) throw new Error(error?.message ?? `No order ${id}`)
}

function signedInAdmin(): Promise<SupabaseClient<Database>> {
  admin ??= signIn()
  return admin
}

async function signIn(): Promise<SupabaseClient<Database>> {
  const client = createClient<Database>(process.env['SHOP_URL'] ?? '', PUBLIC_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { error } = await client.auth.signInWithPassword({
    email: `${adminUsername}@${adminEmailDomain}`,
    password: adminPassword,
  })
  if (error) throw error
  return client
}
