import { expect, test } from 'vitest'
import { anOrder } from '#tests/support/order-factories.ts'
import { parseOrder, toOrderJson } from './order-json.ts'

/** An order as the backend writes it, with what a test wants different. */
function orderJson(changes: object = {}): Record<string, unknown> {
  const order = anOrder({ trackingNumber: 'TCS 77' })
  const items = order.items.map((item) => ({ ...item, price: item.price / 100 }))
  return JSON.parse(JSON.stringify({ ...order, items, total: order.total / 100, ...changes }))
}

const [item] = orderJson()['items'] as object[]

test('an order is parsed, with money in minor units', () => {
  expect(parseOrder(orderJson())).toEqual(anOrder({ trackingNumber: 'TCS 77' }))
  expect(parseOrder(orderJson({ trackingNumber: null }))).toEqual(anOrder())
})

test('rule 21.29: a page of a courier that is no https link is none', () => {
  const trackingPage = 'https://postex.pk/tracking?cn=TCS%2077'
  expect(parseOrder(orderJson({ trackingPage }))).toMatchObject({ trackingPage })
  expect(parseOrder(orderJson({ trackingPage: 'javascript:alert(1)' }))).toMatchObject({
    trackingPage: undefined,
  })
})

test('a field of the address that was added after the order is empty', () => {
  const { phone: _, ...shippingAddress } = anOrder().shippingAddress
  const order = parseOrder(orderJson({ shippingAddress }))
  expect(order?.shippingAddress).toEqual({ ...shippingAddress, phone: '' })
})

test('the optional fields of an address stand beside it', () => {
  const { shippingAddress } = anOrder()
  const order = anOrder({ shippingAddress: { ...shippingAddress, landmark: 'Mosque' } })
  expect(parseOrder(orderJson({ landmark: 'Mosque', riderNote: null }))).toEqual({
    ...order,
    trackingNumber: 'TCS 77',
  })
  expect(parseOrder(toOrderJson(order))).toEqual(order)
})

test('the state of a parcel that this page has no words for is as good as none', () => {
  expect(parseOrder(orderJson({ parcelState: 'returning' }))?.parcelState).toBe('returning')
  expect(parseOrder(orderJson({ parcelState: 'teleported' }))?.parcelState).toBeUndefined()
})

test.each<[string, unknown]>([
  ['nothing', null],
  ['a page of HTML', '<!doctype html>'],
  ['a list', [orderJson()]],
  ['no id', orderJson({ id: undefined })],
  ['a total as text', orderJson({ total: '3897.00' })],
  ['an unknown status', orderJson({ status: 'lost' })],
  ['a status that every object has', orderJson({ status: 'constructor' })],
  ['no date', orderJson({ date: undefined })],
  ['a tracking number that is a number', orderJson({ trackingNumber: 77 })],
  ['items that are no list', orderJson({ items: {} })],
  ['an item without a price', orderJson({ items: [{ ...item, price: undefined }] })],
  ['an item without a name', orderJson({ items: [{ ...item, name: null }] })],
  ['no history', orderJson({ trackingHistory: null })],
  [
    'a history without times',
    orderJson({ trackingHistory: [{ status: 'pending', by: 'system' }] }),
  ],
  ['no address', orderJson({ shippingAddress: null })],
  ['an address with a number', orderJson({ shippingAddress: { city: 5 } })],
  ['no word on masking', orderJson({ masked: undefined })],
])('%s is not an order', (_, json) => {
  expect(parseOrder(json)).toBeUndefined()
})
