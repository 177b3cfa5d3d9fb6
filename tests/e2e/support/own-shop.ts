/*
 * A shop of its own for each worker, with access to its database: for what a shared backend cannot
 * show, such as a session that is thirteen hours old or a shop without orders.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Session } from '@supabase/supabase-js'
import { settings } from '#config/settings.ts'
import { ORDERS_KEY } from '#order/device/order-key.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { DIST, DIST_WITHOUT_DESK } from '#tests/support/built-site.ts'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { prepareDatabase } from '#tests/support/prepare-database.ts'
import {
  adminLogin,
  adminStorageState,
  aFolder,
  backendOptions,
  signedInClient,
} from '#tests/support/shop-server.ts'
import { passwordDigest } from '#tools/local-backend/auth/users.ts'
import { saveUser } from '#tools/local-backend/local-admin.ts'
import { type LocalBackendOptions, openLocalBackend } from '#tools/local-backend/local-backend.ts'
import { startSiteServer } from '#tools/site-server/site-server.ts'
import { test as shopTest } from './shop-test.ts'

export const attacker = {
  email: `attacker@${settings.adminEmailDomain}`,
  password: 'a-password-of-nobody',
}

export interface OwnShop {
  url: string
  /** As the owner of the database. */
  sql(statement: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** Runs a statement that the triggers of the tables would refuse or undo. */
  withoutTriggers(statement: string, values: unknown[]): Promise<void>
}

export const test = shopTest.extend<{ emptyShop: undefined }, { hasDesk: boolean; shop: OwnShop }>({
  /** False where neither the site nor its database shall have it. */
  hasDesk: [true, { option: true, scope: 'worker' }],

  shop: [
    async ({ hasDesk }, use) => {
      const folder = aFolder('own-shop')
      await prepareDatabase(folder.path, hasDesk ? 'migrated' : 'without-desk')
      const backend = await openLocalBackend({
        ...backendOptions(folder.path),
        ...(!hasDesk && withoutMigrations(folder.path)),
      })
      await backend.transaction(async (query) => {
        await saveUser(query, attacker)
        // Each test of the admin signs in. A hash as strong as a shop's takes most of that.
        await query(
          `update auth.users set encrypted_password = extensions.crypt($1, extensions.gen_salt('bf', 4))
           where email = $2`,
          [passwordDigest(adminLogin.password), adminLogin.email],
        )
      })
      const site = await startSiteServer({
        port: 0,
        dist: hasDesk ? DIST : DIST_WITHOUT_DESK,
        backend,
      })
      await use({
        url: site.url,
        sql: (statement, values) => backend.transaction((query) => query(statement, values)),
        withoutTriggers: (statement, values) =>
          backend.transaction(async (query) => {
            await query("set local session_replication_role = 'replica'")
            await query(statement, values)
          }),
      })
      await site.close()
      await backend.close()
      folder.remove()
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  baseURL: ({ shop }, use) => use(shop.url),

  emptyShop: [
    async ({ shop }, use) => {
      await shop.sql('delete from public.orders')
      // An order that a test made older was counted on one day and is taken off another.
      await shop.sql('delete from private.total_changes')
      await shop.sql('delete from private.contact_messages')
      await shop.sql('delete from auth.sessions')
      await use(undefined)
    },
    { auto: true },
  ],
})

/** The migrations bring the desk, whose outbox is emptied. */
function withoutMigrations(dataDir: string): Partial<LocalBackendOptions> {
  const supabase = join(dataDir, 'supabase')
  mkdirSync(join(supabase, 'migrations'), { recursive: true })
  return { supabase, emptiesOutbox: false }
}

/** The same, in a browser that has a session of the admin from the start. */
export const adminTest = test.extend({
  storageState: async ({ shop, emptyShop: _ }, use) => use(await adminStorageState(shop.url)),
})

/** Places an order as a customer does, but counts no client. Returns its id. */
export async function orderIn(
  shop: OwnShop,
  { id, token, fullName = goodAddress.fullName, quantity = 1, ...address }: Partial<AnOrder> = {},
): Promise<string> {
  const request = aNewOrder({ ...(id && { id }), ...(token && { token }) })
  const [item] = request.items
  const p = {
    ...request,
    shippingAddress: { ...request.shippingAddress, ...address, fullName },
    items: [{ ...item, quantity }],
    total: Number(item?.price) * quantity,
  }
  const [row] = await shop.sql("select public.place_order($1) ->> 'ok' as ok", [JSON.stringify(p)])
  if (row?.['ok'] !== 'true') throw new Error(`No order: ${JSON.stringify(p)}`)
  return request.id
}

/** The same, as an order of this device, whose token it has saved. */
export async function orderOnDevice(
  page: Page,
  shop: OwnShop,
  order: Partial<AnOrder> = {},
): Promise<string> {
  const token = 'a-token-that-only-this-device-has'
  const id = await orderIn(shop, { ...order, token })
  await page.goto('/robots.txt')
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    ORDERS_KEY,
    JSON.stringify([{ id, token }]),
  ] as const)
  return id
}

/** From the newest to the oldest, as in the list. */
export async function ordersIn(
  shop: OwnShop,
  count: number,
  addressOf: (nth: number) => Partial<AnOrder> = () => ({}),
): Promise<string[]> {
  const ids: string[] = []
  for (let nth = 0; nth < count; nth += 1) ids.unshift(await orderIn(shop, addressOf(nth)))
  return ids
}

/** What an admin has confirmed by telephone: all orders of the shop. */
export async function confirmAll(shop: OwnShop): Promise<void> {
  await shop.sql(
    `insert into private.confirmation_attempts (id, order_id, at, actor, act)
     select gen_random_uuid(), id, now(), 'admin', 'yes' from public.orders`,
  )
}

export async function messageIn(shop: OwnShop, subject = 'Subject', text = 'Hello'): Promise<void> {
  await shop.sql(
    `insert into private.contact_messages (id, name, email, subject, message)
     values ('a-message-of-a-customer', $1, 'a@b.c', $2, $3)`,
    [goodAddress.fullName, subject, text],
  )
}

interface AnOrder {
  id: string
  token: string
  fullName: string
  phone: string
  address: string
  city: string
  state: string
  quantity: number
}

/** A session that exists in the database of the shop. */
export async function sessionOf(shop: OwnShop, login = adminLogin): Promise<Session> {
  return (await signedInClient(shop.url, login)).session
}
