/* The local backend starts, migrates and saves. */
import { afterAll, expect, test } from 'vitest'
import { aFolder, clientOf, startBackend } from '#tests/support/shop-server.ts'
import { aTestOrder } from '#tools/test-orders/test-order.ts'
import { placeOrder } from '../contract/backend-under-test.ts'

const folder = aFolder('restart')
afterAll(folder.remove)

test('an order is saved over a restart, and sent again it is the same order', async () => {
  const request = aTestOrder()
  for (const { status, replay } of [
    { status: 201, replay: false },
    { status: 200, replay: true },
  ]) {
    const backend = await startBackend(folder.path, { supabase: 'supabase' })
    const response = await placeOrder(clientOf(backend.url), request)
    expect(response).toMatchObject({
      status,
      data: { ok: true, replay, order: { id: request.id } },
    })
    await backend.close()
  }
})
