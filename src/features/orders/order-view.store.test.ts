import { afterEach, describe, expect, test, vi } from 'vitest'
import { ShopError } from '#shared/shop-error.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import type { Order } from './order.ts'
import { createOrderView } from './order-view.store.ts'
import { createTracking, PROCESSING_AFTER } from './tracking.store.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('an order that is there is found', async () => {
  const { $view, load } = createOrderView('ABCDEFGH', async () => anOrder())
  expect($view.get()).toEqual({ state: 'loading' })
  await load()
  expect($view.get()).toEqual({ state: 'found', order: anOrder() })
})

test('an unknown id is missing', async () => {
  const { $view, load } = createOrderView('ABCDEFGH', async () => undefined)
  await load()
  expect($view.get()).toEqual({ state: 'missing' })
})

test.each(['', 'abcdefgh', 'ABCDEFG', 'ABCDEFGHI', '../admin', '__proto__'])(
  'what cannot be an order id is missing without asking: %s',
  async (id) => {
    const ask = vi.fn()
    const { $view, load } = createOrderView(id, ask)
    await load()
    expect($view.get()).toEqual({ state: 'missing' })
    expect(ask).not.toHaveBeenCalled()
  },
)

test('a lost network is not a missing order, and Retry finds it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const ask = vi
    .fn()
    .mockRejectedValueOnce(new ShopError('unreachable'))
    .mockResolvedValue(anOrder())
  const { $view, load, retry } = createOrderView('ABCDEFGH', ask)
  await load()
  expect($view.get()).toEqual({ state: 'unreachable' })
  await retry()
  expect($view.get()).toMatchObject({ state: 'found' })
})

test('a client over the limit is told so', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { $view, load } = createOrderView('ABCDEFGH', async () => {
    throw new ShopError('rate_limited')
  })
  await load()
  expect($view.get()).toEqual({ state: 'limited' })
})

test('a pending order is asked for again after 15 seconds, once it is processing no more', async () => {
  vi.useFakeTimers()
  const ask = vi
    .fn()
    .mockResolvedValueOnce(anOrder())
    .mockResolvedValue(anOrder({ status: 'processing' }))
  const { $view, load } = createTracking('ABCDEFGH', ask)
  await load()
  await vi.advanceTimersByTimeAsync(PROCESSING_AFTER - 1)
  expect(ask).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect($view.get()).toMatchObject({ order: { status: 'processing' } })
  await vi.advanceTimersByTimeAsync(10 * PROCESSING_AFTER)
  expect(ask).toHaveBeenCalledTimes(2)
})

describe('a pending order whose response is lost at 15 seconds', () => {
  const unreachable = new ShopError('unreachable')

  /** Shown once as pending, then one failed call. */
  async function lostOnce(next: Order) {
    vi.useFakeTimers()
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const ask = vi
      .fn()
      .mockResolvedValueOnce(anOrder())
      .mockRejectedValueOnce(unreachable)
      .mockResolvedValue(next)
    const tracking = createTracking('ABCDEFGH', ask)
    await tracking.load()
    await vi.advanceTimersByTimeAsync(PROCESSING_AFTER)
    expect(ask).toHaveBeenCalledTimes(2)
    expect(tracking.$view.get()).toMatchObject({ order: { status: 'pending' } })
    return { ask, tracking }
  }

  test('is asked for once more when the network is back, and never again', async () => {
    const { ask, tracking } = await lostOnce(anOrder({ status: 'processing' }))
    tracking.resume()
    tracking.resume()
    await vi.advanceTimersByTimeAsync(0)
    expect(tracking.$view.get()).toMatchObject({ order: { status: 'processing' } })
    tracking.resume()
    await vi.advanceTimersByTimeAsync(10 * PROCESSING_AFTER)
    expect(ask).toHaveBeenCalledTimes(3)
  })

  test('is asked for again after 15 more where nothing tells of the network', async () => {
    const { ask, tracking } = await lostOnce(anOrder({ status: 'processing' }))
    await vi.advanceTimersByTimeAsync(PROCESSING_AFTER)
    expect(tracking.$view.get()).toMatchObject({ order: { status: 'processing' } })
    expect(ask).toHaveBeenCalledTimes(3)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('that is still pending when the network is back has one timer', async () => {
    const { ask, tracking } = await lostOnce(anOrder())
    await vi.advanceTimersByTimeAsync(PROCESSING_AFTER / 2)
    tracking.resume()
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(PROCESSING_AFTER)
    expect(ask).toHaveBeenCalledTimes(4)
  })

  test('is asked for no more once the page is left', async () => {
    const { ask, tracking } = await lostOnce(anOrder())
    tracking.stop()
    tracking.resume()
    await vi.advanceTimersByTimeAsync(10 * PROCESSING_AFTER)
    expect(ask).toHaveBeenCalledTimes(2)
  })
})

test('a network that comes back before any call failed makes none', async () => {
  vi.useFakeTimers()
  const ask = vi.fn().mockResolvedValue(anOrder())
  const { load, resume } = createTracking('ABCDEFGH', ask)
  await load()
  resume()
  await vi.advanceTimersByTimeAsync(PROCESSING_AFTER - 1)
  expect(ask).toHaveBeenCalledTimes(1)
})

test('a response that comes after the page was left starts no timer', async () => {
  vi.useFakeTimers()
  const response = Promise.withResolvers<Order>()
  const { load, stop } = createTracking('ABCDEFGH', () => response.promise)
  const loaded = load()
  stop()
  response.resolve(anOrder())
  await loaded
  expect(vi.getTimerCount()).toBe(0)
})

test('leaving the page cancels the timer', async () => {
  vi.useFakeTimers()
  const ask = vi.fn().mockResolvedValue(anOrder())
  const { load, stop } = createTracking('ABCDEFGH', ask)
  await load()
  stop()
  await vi.advanceTimersByTimeAsync(10 * PROCESSING_AFTER)
  expect(ask).toHaveBeenCalledTimes(1)
})

test('a cancelled order starts no timer', async () => {
  vi.useFakeTimers()
  const ask = vi.fn().mockResolvedValue(anOrder({ status: 'cancelled' }))
  await createTracking('ABCDEFGH', ask).load()
  expect(vi.getTimerCount()).toBe(0)
})
