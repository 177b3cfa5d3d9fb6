import { afterEach, expect, test, vi } from 'vitest'
import { ShopError } from '#shared/shop-error.ts'
import { anOrder } from '../../../tests/support/an-order.ts'
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
