import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ShopError } from '#shared/shop-error.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { stubPage } from '#tests/support/page-events.ts'
import { createOrderStore, createTrackingStore, PROCESSING_AFTER_MS } from './order.store.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('an order that is there is ready', async () => {
  const { $remote, load } = createOrderStore('ABCDEFGH', { request: async () => anOrder() })
  expect($remote.get()).toEqual({ state: 'loading' })
  await load()
  expect($remote.get()).toEqual({ state: 'ready', value: anOrder(), isLoading: false })
})

test('rule 7.2: an unknown id is not found, and a lost network is not an unknown id', async () => {
  const request = vi.fn().mockRejectedValueOnce(new ShopError('unreachable'))
  const { $remote, load } = createOrderStore('ABCDEFGH', { request })
  await load()
  expect($remote.get()).toMatchObject({ state: 'failed', error: { code: 'unreachable' } })
  await load()
  expect($remote.get()).toMatchObject({ state: 'ready', value: undefined })
})

test.each(['', 'abcdefgh', 'ABCDEFG', 'ABCDEFGHI', '../admin', '__proto__'])(
  'rule 7.3: what cannot be an order id is not found, without a request: %s',
  async (id) => {
    const request = vi.fn()
    const { $remote, load } = createOrderStore(id, { request })
    await load()
    expect($remote.get()).toMatchObject({ state: 'ready', value: undefined })
    expect(request).not.toHaveBeenCalled()
  },
)

/** The tracking page, open, with the responses that its requests get. */
async function openTracking(...responses: (ReturnType<typeof anOrder> | Error)[]) {
  const { dispatch } = stubPage()
  const request = vi.fn()
  for (const response of responses) {
    if (response instanceof Error) request.mockRejectedValueOnce(response)
    else request.mockResolvedValueOnce(response)
  }
  const tracking = createTrackingStore('ABCDEFGH', { request })
  const leave = tracking.start()
  await vi.advanceTimersByTimeAsync(0)
  const status = () => {
    const remote = tracking.$remote.get()
    return remote.state === 'ready' ? remote.value?.status : remote.state
  }
  return { request, status, leave, dispatch }
}

const processing = anOrder({ status: 'processing' })

test('rule 7.8: a pending order is requested again after 15 seconds, a processing one is not', async () => {
  const { request, status } = await openTracking(anOrder(), processing)
  await vi.advanceTimersByTimeAsync(PROCESSING_AFTER_MS - 1)
  expect(request).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(status()).toBe('processing')
  await vi.advanceTimersByTimeAsync(10 * PROCESSING_AFTER_MS)
  expect(request).toHaveBeenCalledTimes(2)
})

test('rule 7.8: a request that failed at 15 seconds is repeated once the network is back', async () => {
  const lost = new ShopError('unreachable')
  const { request, status, dispatch } = await openTracking(anOrder(), lost, processing)
  await vi.advanceTimersByTimeAsync(PROCESSING_AFTER_MS)
  expect(status()).toBe('pending')
  dispatch('online')
  await vi.advanceTimersByTimeAsync(0)
  expect(status()).toBe('processing')
  dispatch('online')
  await vi.advanceTimersByTimeAsync(10 * PROCESSING_AFTER_MS)
  expect(request).toHaveBeenCalledTimes(3)
})

test('a page without an order waits for Retry when the network is back', async () => {
  const { request, dispatch } = await openTracking(new ShopError('unreachable'))
  dispatch('online')
  await vi.advanceTimersByTimeAsync(10 * PROCESSING_AFTER_MS)
  expect(request).toHaveBeenCalledTimes(1)
})

test('a request that failed is repeated after 15 more seconds without any event', async () => {
  const { status } = await openTracking(anOrder(), new ShopError('unreachable'), processing)
  await vi.advanceTimersByTimeAsync(2 * PROCESSING_AFTER_MS)
  expect(status()).toBe('processing')
  expect(vi.getTimerCount()).toBe(0)
})

test('rule 7.8: a page that was left requests nothing', async () => {
  const { request, leave, dispatch } = await openTracking(anOrder())
  leave()
  dispatch('online')
  await vi.advanceTimersByTimeAsync(10 * PROCESSING_AFTER_MS)
  expect(request).toHaveBeenCalledTimes(1)
})

test('rule 7.7: a cancelled order has no timer', async () => {
  await openTracking(anOrder({ status: 'cancelled' }))
  expect(vi.getTimerCount()).toBe(0)
})
