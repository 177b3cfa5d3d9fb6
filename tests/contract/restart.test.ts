/* The local backend starts, migrates and saves. `npm run test:local` tests the rest of it as a program. */
import { afterAll, expect, test } from 'vitest'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { aFolder, startBackend } from '#tests/support/shop-server.ts'
import { clientOf } from '../local-backend/open-backend.ts'

const folder = aFolder('restart')
afterAll(folder.remove)

test('an order is saved over a restart, and sent again it is the same order', async () => {
  const p = aNewOrder()
  for (const { status, replay } of [
    { status: 201, replay: false },
    { status: 200, replay: true },
  ]) {
    const backend = await startBackend(folder.path, { supabase: 'supabase' })
    const response = await clientOf(backend.url).rpc('place_order', { p })
    expect(response).toMatchObject({ status, data: { ok: true, replay, order: { id: p.id } } })
    await backend.close()
  }
})
