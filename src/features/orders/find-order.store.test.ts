import { afterEach, expect, test, vi } from 'vitest'
import { ShopError } from '#shared/shop-error.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { stubPage } from '#tests/support/page-events.ts'
import { createFindOrderStore } from './find-order.store.ts'
import { FOLLOW_MS } from './order.store.ts'
import { rememberOrder } from './order-key.ts'

const order = anOrder()
const token = 'x'.repeat(32)

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['ABCDEFGH', '0300 1234567'],
  [' abcd-efgh ', '٠٣٠٠١٢٣٤٥٦٧'],
])('%s and %s are looked up in one form', async (typedId, typedPhone) => {
  const find = vi.fn(async () => order)
  const { search, $search } = createFindOrderStore({ find })
  await search(typedId, typedPhone)
  expect(find).toHaveBeenCalledWith('ABCDEFGH', expect.stringMatching(/^0300 ?1234567$/))
  const found = $search.get()
  expect(found.state === 'found' && found.order.$remote.get()).toMatchObject({ value: order })
})

test('a found order is requested again when it is followed, with the same pair', async () => {
  vi.useFakeTimers()
  stubPage()
  const shipped = anOrder({ status: 'shipped' })
  const find = vi.fn().mockResolvedValueOnce(order).mockResolvedValue(shipped)
  const { search, $search } = createFindOrderStore({ find })
  await search('ABCDEFGH', '03001234567')
  const found = $search.get()
  if (found.state !== 'found') throw new Error(found.state)
  const stop = found.order.start()
  await vi.advanceTimersByTimeAsync(FOLLOW_MS - 1)
  expect(find).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(1)
  expect(find).toHaveBeenLastCalledWith(order.id, '03001234567')
  expect(found.order.$remote.get()).toMatchObject({ value: shipped })
  stop()
})

test.each([
  ['ABC', '0300 1234567', ['id']],
  ['', '', ['id', 'phone']],
  ['ABCDEFGH', '12345', ['phone']],
])('%j and %j are no number and phone: nothing is sent', async (id, phone, fields) => {
  const find = vi.fn(async () => order)
  const { search, $search } = createFindOrderStore({ find })
  await search(id, phone)
  const found = $search.get()
  expect(found.state === 'editing' && Object.keys(found.problems)).toEqual(fields)
  expect(find).not.toHaveBeenCalled()
})

test.each([
  ['missing', async () => undefined, { state: 'missing' }],
  ['limited', reject('rate_limited'), { state: 'failed', id: 'ABCDEFGH', code: 'rate_limited' }],
  ['unreachable', reject('unreachable'), { state: 'failed', id: 'ABCDEFGH', code: 'unreachable' }],
])('a search that is %s says so, and another one is possible', async (_, find, expected) => {
  const { search, $search, searchAgain } = createFindOrderStore({ find })
  await search('ABCDEFGH', '0300 1234567')
  expect($search.get()).toEqual(expected)
  searchAgain()
  expect($search.get()).toEqual({ state: 'editing', problems: {} })
})

test('a second press sends nothing while the first is under way', async () => {
  const find = vi.fn(async () => order)
  const { search } = createFindOrderStore({ find })
  await Promise.all([search('ABCDEFGH', '0300 1234567'), search('ABCDEFGH', '0300 1234567')])
  expect(find).toHaveBeenCalledOnce()
})

test('the orders of this device are listed with their status, without unknown ones', async () => {
  for (const id of ['UNKNOWNA', 'FAILINGA', 'ABCDEFGH'])
    rememberOrder({ id, token }, '0300 1234567')
  stubPage()
  const store = createFindOrderStore({
    fetch: async (id: string) => {
      if (id === 'FAILINGA') throw new ShopError('unreachable')
      return id === 'ABCDEFGH' ? order : undefined
    },
  })
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

function reject(code: string) {
  return () => Promise.reject(new ShopError(code))
}
