import { beforeEach, expect, test, vi } from 'vitest'
import { ShopError } from '#kit/remote/shop-error.ts'
import { orderPhone } from '#order/device/order-proof.ts'
import { parseOrderId } from '#order/parse-order-id.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { stubPage } from '#tests/support/page-events.ts'
import { createFindOrderStore } from './find-order.store.ts'

const order = anOrder()

let query = ''
const url = {
  read: () => new URLSearchParams(query),
  write: (params: URLSearchParams) => {
    query = params.toString()
  },
}
const open = vi.fn()

beforeEach(() => {
  query = ''
  open.mockClear()
})

test.each([
  'ABCDEFGH',
  ' abcd-efgh ',
  '#ABCDEFGH',
  '# abcd efgh.',
  'Order ABCDEFGH',
  'order number: abcdefgh',
  'Order no. ABCD EFGH',
  'My order number is ABCDEFGH',
  'order no. is ABCDEFGH',
  'Order # is ABCDEFGH',
  'آرڈر نمبر ABCDEFGH',
  '\u200eABCDEFGH\u200f',
  'https://zulf.example/order/tracking/ABCDEFGH',
  'zulf.example/order/confirmation/abcdefgh?earlier=OTHERONE#change',
  'https://preview.netlify.app/order/tracking/ABCDEFGH/?fbclid=IwAR0xyz',
  'Assalam-o-Alaikum Ayesha, thank you for your order ABCDEFGH of 1598.00, cash on delivery.',
])('rule 6.15: %j names an order', (typed) => {
  expect(parseOrderId(typed)).toBe('ABCDEFGH')
})

test.each([
  ['ABCDEF۱۲', 'ABCDEF12'],
  ['order 12345678', '12345678'],
  ['ORDERABC', 'ORDERABC'],
  ['order order123', 'ORDER123'],
])('rule 6.15: %s is the number %s', (typed, id) => {
  expect(parseOrderId(typed)).toBe(id)
})

test.each(['', 'order', 'ABCDEFGHI', 'Order ABC', 'https://zulf.example/order/find', '../admin'])(
  'rule 6.15: %j names no order',
  (typed) => {
    expect(parseOrderId(typed)).toBe(undefined)
  },
)

test.each([
  ['ABCDEFGH', '0300 1234567'],
  [' abcd-efgh ', '٠٣٠٠١٢٣٤٥٦٧'],
])('%s and %s are looked up in one form, and the page of the order opens', async (id, phone) => {
  const find = vi.fn(async () => order)
  await createFindOrderStore({ find, open, url }).search(id, phone)
  expect(find).toHaveBeenCalledWith('ABCDEFGH', expect.stringMatching(/^0300 ?1234567$/))
  expect(open).toHaveBeenCalledWith('/order/tracking/ABCDEFGH')
  expect(orderPhone('ABCDEFGH')).toMatch(/^0300 ?1234567$/)
  expect(orderPhone('OTHERONE')).toBe(undefined)
})

test('rule 7.21: the URL has the number, and nothing else', async () => {
  const store = createFindOrderStore({ find: async () => undefined, open, url })
  await store.search('order abcdefgh', '03001234567')
  expect(query).toBe('number=ABCDEFGH')
  expect(createFindOrderStore({ url }).readNumber()).toBe('ABCDEFGH')
  await store.search('lost', '03001234567')
  expect(query).toBe('')
})

test.each([
  ['ABC', '0300 1234567', ['id']],
  ['', '', ['id', 'phone']],
  ['ABCDEFGH', '12345', ['phone']],
])('%j and %j are no number and phone: nothing is sent', async (id, phone, fields) => {
  const find = vi.fn(async () => order)
  const { search, $search } = createFindOrderStore({ find, open, url })
  await search(id, phone)
  const found = $search.get()
  expect(found.state === 'editing' && Object.keys(found.problems)).toEqual(fields)
  expect(find).not.toHaveBeenCalled()
})

test.each([
  ['missing', async () => undefined, { state: 'missing', id: 'ABCDEFGH' }],
  ['limited', reject('rate_limited'), { state: 'failed', id: 'ABCDEFGH', code: 'rate_limited' }],
  ['unreachable', reject('unreachable'), { state: 'failed', id: 'ABCDEFGH', code: 'unreachable' }],
])('a search that is %s says so, and another one is possible', async (_, find, expected) => {
  const { search, $search } = createFindOrderStore({ find, open, url })
  await search('ABCDEFGH', '0300 1234567')
  expect($search.get()).toEqual(expected)
  await search('ABCDEFGH', '12345')
  expect($search.get()).toMatchObject({ state: 'editing' })
  expect(open).not.toHaveBeenCalled()
})

test('a second press sends nothing while the first is under way', async () => {
  const find = vi.fn(async () => order)
  const { search } = createFindOrderStore({ find, open, url })
  await Promise.all([search('ABCDEFGH', '0300 1234567'), search('ABCDEFGH', '0300 1234567')])
  expect(find).toHaveBeenCalledOnce()
})

test('a page that Back restores is no longer searching', async () => {
  const { dispatch } = stubPage()
  const store = createFindOrderStore({ find: async () => order, open, url })
  const stop = store.start()
  await store.search('ABCDEFGH', '0300 1234567')
  expect(store.$search.get()).toEqual({ state: 'searching' })
  dispatch('pageshow', { persisted: true })
  expect(store.$search.get()).toEqual({ state: 'editing', problems: {} })
  stop()
})

function reject(code: string) {
  return () => Promise.reject(new ShopError(code))
}
