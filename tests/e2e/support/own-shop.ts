/*
 * A shop of its own for each worker, with access to its database: for what a shared backend cannot
 * show, such as a session that is thirteen hours old or a shop without orders.
 */
import { createClient, type Session } from '@supabase/supabase-js'
import { settings } from '#config/settings.ts'
import { ADMIN_SESSION_KEY } from '#features/admin/auth/session.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { DIST } from '#tests/support/built-site.ts'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { prepareDatabase } from '#tests/support/prepare-database.ts'
import { adminLogin, aFolder, backendOptions } from '#tests/support/shop-server.ts'
import { saveUser } from '#tools/local-backend/local-admin.ts'
import { type LocalBackend, openLocalBackend } from '#tools/local-backend/local-backend.ts'
import { startSiteServer } from '#tools/site-server/site-server.ts'
import { test as shopTest } from './shop-test.ts'

const PUBLIC_KEY = 'sb_publishable_local'

export const attacker = {
  email: `attacker@${settings.adminEmailDomain}`,
  password: 'a-password-of-nobody',
}

export interface OwnShop {
  url: string
  transaction: LocalBackend['transaction']
}

export const test = shopTest.extend<{ emptyShop: undefined }, { shop: OwnShop }>({
  shop: [
    async ({ browserName: _ }, use) => {
      const folder = aFolder('own-shop')
      await prepareDatabase(folder.path)
      const backend = await openLocalBackend(backendOptions(folder.path))
      await backend.transaction((query) => saveUser(query, attacker))
      const site = await startSiteServer({ port: 0, dist: DIST, backend })
      await use({ url: site.url, transaction: backend.transaction })
      await site.close()
      await backend.close()
      folder.remove()
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  baseURL: ({ shop }, use) => use(shop.url),

  emptyShop: [
    async ({ shop }, use) => {
      await shop.transaction((query) => query('delete from public.orders'))
      await shop.transaction((query) => query('delete from private.contact_messages'))
      await shop.transaction((query) => query('delete from auth.sessions'))
      await use(undefined)
    },
    { auto: true },
  ],
})

/** The same, in a browser that has a session of the admin from the start. */
export const adminTest = test.extend({
  storageState: async ({ shop, emptyShop: _ }, use) => {
    const localStorage = [
      { name: 'adminAuthenticated', value: 'true' },
      { name: ADMIN_SESSION_KEY, value: JSON.stringify(await sessionOf(shop)) },
    ]
    await use({ cookies: [], origins: [{ origin: shop.url, localStorage }] })
  },
})

/** Places an order as a customer does, but counts no client. Returns its id. */
export async function orderIn(
  shop: OwnShop,
  { fullName = goodAddress.fullName, quantity = 1, ...address }: Partial<AnOrder> = {},
): Promise<string> {
  const request = aNewOrder()
  const [item] = request.items
  const p = {
    ...request,
    shippingAddress: { ...request.shippingAddress, ...address, fullName },
    items: [{ ...item, quantity }],
    total: Number(item?.price) * quantity,
  }
  const [row] = await shop.transaction((query) =>
    query("select public.place_order($1) ->> 'ok' as ok", [JSON.stringify(p)]),
  )
  if (row?.['ok'] !== 'true') throw new Error(`No order: ${JSON.stringify(p)}`)
  return request.id
}

interface AnOrder {
  fullName: string
  phone: string
  city: string
  state: string
  quantity: number
}

/** A session that exists in the database of the shop. */
export async function sessionOf(shop: OwnShop, login = adminLogin): Promise<Session> {
  const client = createClient(shop.url, PUBLIC_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { data, error } = await client.auth.signInWithPassword(login)
  if (error) throw error
  return data.session
}
