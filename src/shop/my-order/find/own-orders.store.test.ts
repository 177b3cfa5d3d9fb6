import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ShopError } from '#kit/remote/shop-error.ts'
import { deviceStorage } from '#kit/storage/device-storage.ts'
import { ORDERS_KEY, rememberOrder } from '#order/device/order-key.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { stubPage } from '#tests/support/page-events.ts'
import { createOwnOrders } from './own-orders.store.ts'

const order = anOrder()
const token = 'x'.repeat(32)

// Test files share the module, and what it has in memory.
beforeEach(() => deviceStorage.remove(ORDERS_KEY))

afterEach(() => {
  deviceStorage.remove(ORDERS_KEY)
})

test('the orders of this device are listed at once, then with their status, without unknown ones', async () => {
  for (const id of ['UNKNOWNA', 'FAILINGA', 'ABCDEFGH'])
    rememberOrder({ id, token }, '0300 1234567')
  stubPage()
  const store = createOwnOrders(async (id: string) => {
    if (id === 'FAILINGA') throw new ShopError('unreachable')
    return id === 'ABCDEFGH' ? order : undefined
  })
  expect(store.ids).toEqual(['ABCDEFGH', 'FAILINGA', 'UNKNOWNA'])
  const stop = store.start()
  await vi.waitFor(() => expect(store.$own.get().state).toBe('ready'))
  expect(store.$own.get()).toMatchObject({
    value: [
      { id: 'ABCDEFGH', order },
      { id: 'FAILINGA', order: undefined },
    ],
  })
  stop()
})
