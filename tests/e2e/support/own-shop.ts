/*
 * A shop for each worker alone, its database within reach: for what a shared store cannot show, such
 * as a session that is thirteen hours old or a shop where nobody has ordered yet.
 */
import { fileURLToPath } from 'node:url'
import { createClient, type Session } from '@supabase/supabase-js'
import { goodAddress } from '#tests/support/address-cases.ts'
import { prepareDatabase } from '#tests/support/empty-database.ts'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { adminLogin, aFolder, backendOptions } from '#tests/support/shop-server.ts'
import { saveUser } from '#tools/local-backend/local-admin.ts'
import { type LocalBackend, openLocalBackend } from '#tools/local-backend/local-backend.ts'
import { startSiteServer } from '#tools/site-server/site-server.ts'
import { test as shopTest } from './shop-test.ts'

const PUBLIC_KEY = 'sb_publishable_local'

export const attacker = { email: 'attacker@zulf.example', password: 'a-password-of-nobody' }

export interface OwnShop {
  url: string
  transaction: LocalBackend['transaction']
}

export const test = shopTest.extend<{ emptyShop: undefined }, { shop: OwnShop }>({
  shop: [
    async ({ browserName: _ }, use) => {
      const folder = aFolder('own-shop')
      await prepareDatabase(folder.path)
      const store = await openLocalBackend(backendOptions(folder.path))
      await store.transaction((query) => saveUser(query, attacker))
      const dist = fileURLToPath(new URL('../../../dist', import.meta.url))
      const site = await startSiteServer({ port: 0, dist, backend: store })
      await use({ url: site.url, transaction: store.transaction })
      await site.close()
      await store.close()
      folder.remove()
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  baseURL: ({ shop }, use) => use(shop.url),

  emptyShop: [
    async ({ shop }, use) => {
      await shop.transaction((query) => query('delete from public.orders'))
      await shop.transaction((query) => query('delete from auth.sessions'))
      await use(undefined)
    },
    { auto: true },
  ],
})

let addresses = 0

/** Places an order as a customer does. Returns its id. */
export async function orderIn(
  shop: OwnShop,
  { fullName = goodAddress.fullName, quantity = 1, ...address }: Partial<AnOrder> = {},
): Promise<string> {
  const made = aNewOrder()
  const shippingAddress = { ...made.shippingAddress, ...address, fullName }
  const [item] = made.items
  const items = [{ ...item, quantity }]
  const total = Number(item?.price) * quantity
  addresses += 1
  const answer = await fetch(`${shop.url}/rest/v1/rpc/place_order`, {
    method: 'POST',
    headers: {
      apikey: PUBLIC_KEY,
      'content-type': 'application/json',
      'x-forwarded-for': `10.200.${addresses >> 8}.${addresses & 255}`,
    },
    body: JSON.stringify({ p: { ...made, items, total, shippingAddress } }),
  })
  if (answer.status !== 201) throw new Error(`No order: ${await answer.text()}`)
  return made.id
}

interface AnOrder {
  fullName: string
  phone: string
  city: string
  state: string
  quantity: number
}

/** A session that really exists in the shop, for a browser to be given. */
export async function sessionOf(shop: OwnShop, login = adminLogin): Promise<Session> {
  const client = createClient(shop.url, PUBLIC_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { data, error } = await client.auth.signInWithPassword(login)
  if (error) throw error
  return data.session
}
