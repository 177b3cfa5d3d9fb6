import { beforeEach, expect, test } from 'vitest'
import { $couriers } from '#admin/parcels/couriers.ts'
import { someCouriers } from '#tests/support/couriers.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { MESSAGE_TEXTS, messageText } from './message-texts.ts'

beforeEach(() => $couriers.set(someCouriers))

const order = anOrder({
  id: 'ABCDEFGH',
  courier: 'tcs',
  trackingNumber: 'TCS 77',
  trackingPage: 'https://tcs.pk/TCS%2077',
})

test('rule 21.10: a message is filled in, and its link has the code', () => {
  const code = 'AbcdEfgh0123456789abcdef'
  const text = messageText('confirm', 'ur-Latn', order, { code })
  expect(text).toContain(order.shippingAddress.fullName)
  expect(text).toContain(`/order/tracking/ABCDEFGH#confirm=${code}`)
  expect(text).not.toMatch(/[{}]/)
})

test('rule 21.10: a parcel on its way is told with courier, number and its page', () => {
  const text = messageText('shipped', 'en', order)
  expect(text).toContain('with TCS, number TCS 77 https://tcs.pk/TCS%2077')
})

test.each(['en', 'ur-Latn'] as const)(
  'rule 21.10: a parcel without a number is told without one (%s)',
  (language) => {
    const unnumbered = { ...order, trackingNumber: undefined, trackingPage: undefined }
    const text = messageText('shipped', language, unnumbered)
    expect(text).toMatch(/TCS(?: se rawana ho gaya hai)?\. /)
    expect(text).not.toContain('number')
  },
)

test('rule 21.30: who has nothing to pay is not told to keep cash ready', () => {
  const paid = messageText('shipped', 'en', { ...order, total: 0, replaces: 'BCDEFGHJ' })
  expect(paid).toMatch(/TCS%2077\. https:\/\/\S+ABCDEFGH$/)
  expect(messageText('shipped', 'ur-Latn', { ...order, total: 0 })).not.toContain('tayyar rakhein')
  expect(messageText('shipped', 'ur-Latn', order)).toContain('tayyar rakhein')
})

test.each(['en', 'ur-Latn'] as const)(
  'rule 21.10: who paid all in advance is asked to confirm without a price (%s)',
  (language) => {
    const text = messageText('confirm', language, { ...order, advance: order.total })
    expect(text).not.toMatch(/cash on delivery|\d\.\d\d/)
    expect(text).toContain('ABCDEFGH')
    expect(messageText('confirm', language, order)).toContain('cash on delivery')
  },
)

test.each([
  'Order {id} of {sum}: press {link} now.',
  'Your order {id}: {sum}, cash on delivery. To confirm, press: {link}',
  'Order {id} mila hai ({sum}, cash on delivery). Confirm karne ke liye: {link}',
])('a sentence of the admin’s own text with more than the sum stays: %s', (text) => {
  const paid = { ...order, advance: order.total }
  const changed = new Map([['confirm en', text]])
  const said = messageText('confirm', 'en', paid, { changed })
  for (const word of text.match(/[a-z]+/gi)?.filter((word) => !/^(id|sum|link)$/.test(word)) ?? [])
    expect(said).toContain(word)
})

test.each([
  ['Order {id}\nCash: {sum}\n{link}', 'Order ABCDEFGH\n\n{link}'],
  ['Hello {name}. Keep {sum} ready', 'Hello Ayesha Khan.'],
  ['{id} left with {courier}, please keep {sum} ready. {link}', 'ABCDEFGH left with TCS. {link}'],
  ['آرڈر {id} روانہ ہے۔ {sum} تیار رکھیں۔ {link}', 'آرڈر ABCDEFGH روانہ ہے۔ {link}'],
])('rule 21.10: what is of the sum alone in the admin’s own text goes: %s', (own, said) => {
  const changed = new Map([['shipped en', own]])
  const text = messageText('shipped', 'en', { ...order, advance: order.total }, { changed })
  expect(text.replace(/https\S+/, '{link}')).toBe(said)
})

test('the admin’s own text is used, and an unknown name in braces stays', () => {
  const changed = new Map([['delivered en', 'Hello {name}, {unknown}']])
  expect(messageText('delivered', 'en', order, { changed })).toBe(
    `Hello ${order.shippingAddress.fullName}, {unknown}`,
  )
})

test.each(
  Object.entries(MESSAGE_TEXTS).flatMap(([language, texts]) =>
    Object.entries(texts).map(([kind, text]) => [language, kind, text]),
  ),
)('every text is short enough for WhatsApp: %s %s', (_language, _kind, text) => {
  expect(text.length).toBeLessThan(300)
})

test('rule 22.50: the message of a failed delivery says why', () => {
  expect(messageText('failed', 'ur-Latn', order, { reason: 'no_answer' })).toContain(
    'deliver nahi kar saka. Us ne call ki, magar jawab nahi mila. Dobara kab aaye?',
  )
})

test.each([null, 'area_closed'])(
  'rule 22.50: without a reason that it knows (%s) it has no gap',
  (reason) => {
    expect(messageText('failed', 'en', order, { reason })).toContain(
      'order ABCDEFGH. When may he come again?',
    )
  },
)
