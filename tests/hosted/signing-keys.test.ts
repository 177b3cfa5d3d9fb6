/* Sessions that are signed with ES256 and verified by a key set, as projects do by default. The stand-in signs HS256. */
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin, attacker, people } from '#tests/support/database.ts'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { openTemporaryShop, type TemporaryShop } from '#tools/temporary-shop/temporary-shop.ts'

const alg = 'ES256'
let shop: TemporaryShop
let keySet: string

beforeAll(async () => {
  const { privateKey: key, publicKey } = await generateKeyPair(alg)
  // The key that signs, and the one before it.
  const former = await generateKeyPair(alg)
  const keys = await Promise.all([former.publicKey, publicKey].map((one) => exportJWK(one)))
  keySet = JSON.stringify({ keys: keys.map((one) => ({ ...one, alg, use: 'sig' })) })
  shop = await openTemporaryShop({ signing: { alg, key, verifier: keySet } })
  await shop.sql(people)
})
afterAll(() => shop?.close())

async function statusOf(bearer: string): Promise<number> {
  const { status } = await shop.send({ path: '/rpc/admin_orders', body: { p: {} }, bearer })
  return status
}

test("the admin's session opens the orders until it ends, and no other user's does", async () => {
  const { status } = await shop.send({ path: '/rpc/place_order', body: { p: aNewOrder() } })
  expect(status).toBe(201)
  const token = await shop.sign(admin.claims ?? {})
  expect(await statusOf(token)).toBe(200)
  expect(await statusOf(await shop.sign(attacker.claims ?? {}))).toBe(403)
  await shop.sql('delete from auth.sessions where user_id = $1', [admin.claims?.['sub']])
  expect(await statusOf(token)).toBe(403)
})

test('a token of another key, or signed with the public key as a secret, is refused', async () => {
  const claims = { ...admin.claims, exp: 4_000_000_000 }
  const { privateKey } = await generateKeyPair(alg)
  for (const [header, key] of [
    [{ alg }, privateKey],
    [{ alg: 'HS256' }, new TextEncoder().encode(keySet)],
  ] as const) {
    expect(await statusOf(await new SignJWT(claims).setProtectedHeader(header).sign(key))).toBe(401)
  }
})
