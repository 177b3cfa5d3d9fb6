import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ShopError } from '#kit/remote/shop-error.ts'
import { deviceStorage } from '#kit/storage/device-storage.ts'
import { ORDERS_KEY } from '#order/device/order-key.ts'
import { saveOrderPhone } from '#order/device/order-proof.ts'
import type { Order } from '#order/order.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { stubPage } from '#tests/support/page-events.ts'
import {
  createOrderStore,
  FOLLOW_MS,
  type OrderStore,
  PROCESSING_AFTER_MS,
  RETRY_MS,
} from './order.store.ts'

beforeEach(() => {
  // Test files share the module, and what it has in memory.
  deviceStorage.remove(ORDERS_KEY)
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
test('rule 7.2: an unknown id is not found, and a lost network is not an unknown id', async () => {
  const request = vi.fn().mockRejectedValueOnce(new ShopError('unreachable'))
  const { $remote, load } = createOrderStore('ABCDEFGH', { request })
  await load()
  expect($remote.get()).toMatchObject({ state: 'failed', error: { code: 'unreachable' } })
  await load()
  expect($remote.get()).toMatchObject({ state: 'ready', value: undefined })
})

test.each(['', 'abcdefg', 'ABCDEFG', 'ABCDEFGHI', '../admin', '__proto__'])(
  'rule 7.3: what cannot be an order id is not found, without a request: %s',
  async (id) => {
    const request = vi.fn()
    const { $remote, load } = createOrderStore(id, { request })
    await load()
    expect($remote.get()).toMatchObject({ state: 'ready', value: undefined })
    expect(request).not.toHaveBeenCalled()
  },
)

test('rule 7.3: an id in small letters is that of the order', async () => {
  const request = vi.fn(async () => processing)
  await createOrderStore('abcdefgh', { request }).load()
  expect(request).toHaveBeenCalledWith('ABCDEFGH', undefined)
})

describe('rule 6.19: an order whose phone was typed in this tab', () => {
  const masked = anOrder({ masked: true })
  const whole = anOrder()

  async function load(request: () => Promise<Order>, find: () => Promise<Order | undefined>) {
    const store = createOrderStore('ABCDEFGH', { request, find })
    await store.load()
    return { store, order: () => shownBy(store) }
  }

  beforeEach(() => saveOrderPhone('ABCDEFGH', '03001234567'))

  test('is shown in full', async () => {
    const find = vi.fn(async () => whole)
    const { order } = await load(async () => masked, find)
    expect(find).toHaveBeenCalledWith('ABCDEFGH', '03001234567')
    expect(order()).toBe(whole)
  })

  test('is masked where the phone is no longer its own, or is refused', async () => {
    for (const find of [
      async () => undefined,
      () => Promise.reject(new ShopError('too_many_tries')),
    ])
      expect((await load(async () => masked, find)).order()).toBe(masked)
  })

  test('stays whole while a later request is refused', async () => {
    const find = vi
      .fn()
      .mockResolvedValueOnce(whole)
      .mockRejectedValue(new ShopError('unreachable'))
    const { store, order } = await load(async () => masked, find)
    await store.load()
    expect(order()).toBe(whole)
    expect(store.$remote.get()).toMatchObject({ isStale: true })
  })

  test('is asked for by its token first', async () => {
    const find = vi.fn()
    await load(async () => whole, find)
    saveOrderPhone('OTHERONE', '03001234567')
    await load(async () => masked, find)
    expect(find).not.toHaveBeenCalled()
  })
})

function shownBy({ $remote }: OrderStore) {
  const remote = $remote.get()
  return remote.state === 'ready' ? remote.value : remote.state
}

/** The tracking page, open, with the responses that its requests get. */
async function openTracking(...responses: (ReturnType<typeof anOrder> | Error | undefined)[]) {
  const { dispatch, page, show } = stubPage()
  const request = vi.fn()
  for (const response of responses) {
    if (response instanceof Error) request.mockRejectedValueOnce(response)
    else request.mockResolvedValueOnce(response)
  }
  const tracking = createOrderStore('ABCDEFGH', { request, pendingMs: PROCESSING_AFTER_MS })
  const leave = tracking.start()
  await vi.advanceTimersByTimeAsync(0)
  const status = () => {
    const remote = tracking.$remote.get()
    return remote.state === 'ready' ? remote.value?.status : remote.state
  }
  return { request, status, leave, dispatch, page, show }
}

const processing = anOrder({ status: 'processing' })
const shipped = anOrder({ status: 'shipped' })
const delivered = anOrder({ status: 'delivered' })

test('rule 7.8: a pending order is requested again after 15 seconds', async () => {
  const { request, status } = await openTracking(anOrder(), processing)
  await vi.advanceTimersByTimeAsync(PROCESSING_AFTER_MS - 1)
  expect(request).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(status()).toBe('processing')
})

test('rule 7.26: an open order is followed every 30 seconds, and no longer once it is delivered', async () => {
  const { request, status } = await openTracking(processing, shipped, delivered)
  await vi.advanceTimersByTimeAsync(FOLLOW_MS - 1)
  expect(request).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(status()).toBe('shipped')
  await vi.advanceTimersByTimeAsync(FOLLOW_MS)
  expect(status()).toBe('delivered')
  expect(vi.getTimerCount()).toBe(0)
})

test('rule 7.26: the confirmation follows its order, and takes no part in the 15 seconds', async () => {
  stubPage()
  const request = vi.fn().mockResolvedValue(anOrder())
  createOrderStore('ABCDEFGH', { request }).start()
  await vi.advanceTimersByTimeAsync(FOLLOW_MS - 1)
  expect(request).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(request).toHaveBeenCalledTimes(2)
})

test('rule 7.26: a hidden page requests nothing, and its order as soon as it is visible', async () => {
  const { request, status, page, show } = await openTracking(processing, processing, shipped)
  show('hidden')
  await vi.advanceTimersByTimeAsync(1)
  show('visible')
  expect(request).toHaveBeenCalledTimes(2)
  page.visibilityState = 'hidden'
  await vi.advanceTimersByTimeAsync(10 * FOLLOW_MS)
  expect(request).toHaveBeenCalledTimes(2)
  show('visible')
  await vi.advanceTimersByTimeAsync(0)
  expect(status()).toBe('shipped')
})

test('an order that was not found is no guess again each time its page becomes visible', async () => {
  const { request, show } = await openTracking(undefined)
  show('visible')
  await vi.advanceTimersByTimeAsync(10 * FOLLOW_MS)
  expect(request).toHaveBeenCalledTimes(1)
})

test('D42 rule 7.8: a request that failed at 15 seconds is repeated once the network is back', async () => {
  const lost = new ShopError('unreachable')
  const { request, status, dispatch } = await openTracking(anOrder(), lost, processing)
  await vi.advanceTimersByTimeAsync(PROCESSING_AFTER_MS)
  expect(status()).toBe('pending')
  dispatch('online')
  await vi.advanceTimersByTimeAsync(0)
  expect(status()).toBe('processing')
  dispatch('online')
  await vi.advanceTimersByTimeAsync(0)
  expect(request).toHaveBeenCalledTimes(3)
})

test('a page without an order waits for Retry when the network is back', async () => {
  const { request, dispatch } = await openTracking(new ShopError('unreachable'))
  dispatch('online')
  await vi.advanceTimersByTimeAsync(10 * PROCESSING_AFTER_MS)
  expect(request).toHaveBeenCalledTimes(1)
})

test('rule 7.26: a request that failed is repeated after a minute without any event', async () => {
  const { request, status } = await openTracking(
    anOrder(),
    new ShopError('unreachable'),
    processing,
  )
  await vi.advanceTimersByTimeAsync(PROCESSING_AFTER_MS + RETRY_MS - 1)
  expect(request).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(status()).toBe('processing')
})

test('rule 7.7: a cancelled order has no timer', async () => {
  await openTracking(anOrder({ status: 'cancelled' }))
  expect(vi.getTimerCount()).toBe(0)
})
