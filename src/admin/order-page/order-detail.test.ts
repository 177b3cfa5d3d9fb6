import { expect, test } from 'vitest'
import { $couriers } from '#admin/order/couriers.ts'
import { formatEarlierOrders } from '#admin/order/earlier-orders.ts'
import { sizesOfBuild, toLineTexts } from '#admin/order/lines.ts'
import type { OrderChangeEntry } from '#admin/order/orders.ts'
import { fromMinor } from '#kit/money.ts'
import { someCouriers } from '#tests/support/couriers.ts'
import { inFull } from '#tests/support/order-detail-page.ts'
import { anOrder, NO_EARLIER_ORDERS } from '#tests/support/order-factories.ts'
import { correctionBlock, correctionTexts, readCorrection } from './correction.ts'
import { historyLines } from './order-detail.ts'

$couriers.set(someCouriers)

const at = '2026-11-21T08:00:00Z'
const later = (hours: number) => `2026-11-21T0${8 + hours}:00:00+00:00`

function history(changes: OrderChangeEntry[], trackingHistory = anOrder().trackingHistory) {
  const order = anOrder({ trackingHistory })
  return historyLines(inFull(order, { changes })).map(
    (line) => `${line.changes.join('; ')} (${line.by})`,
  )
}

test('rule 14.6: each line of the history says what changed and who changed it', () => {
  const lines = history(
    [],
    [
      { status: 'pending', at, by: 'customer' },
      { status: 'processing', at, by: 'system' },
      { status: 'processing', at: later(1), by: 'admin', trackingNumber: 'TCS 1' },
      { status: 'shipped', at: later(2), by: 'admin', trackingNumber: 'TCS 2' },
      { status: 'shipped', at: later(3), by: 'admin', trackingNumber: null },
    ],
  )
  expect(lines).toEqual([
    'Order placed (Customer)',
    'Status: Processing (System)',
    'Tracking number: TCS 1 (Admin)',
    'Status: Shipped, Tracking number: TCS 2 (Admin)',
    'Tracking number removed (Admin)',
  ])
})

test('rule 14.27: the history has both versions of a correction, and no change twice', () => {
  const { shippingAddress, items, total } = anOrder()
  const inRupees = items.map((item) => ({ ...item, price: fromMinor(item.price) }))
  const lines = history([
    {
      at: later(1),
      actor: 'admin',
      before: { shippingAddress, landmark: null },
      after: { shippingAddress: { ...shippingAddress, city: 'Multan' }, landmark: 'Mosque' },
    },
    {
      at: '2026-11-21T10:00:00Z',
      actor: 'customer',
      before: { items: inRupees, total: fromMinor(total), advance: 0 },
      after: { items: inRupees.slice(0, 1), total: 10, advance: 5.5 },
    },
    { at: later(1), actor: 'admin', before: { courier: null }, after: { courier: 'postex' } },
    { at, actor: 'admin', before: { status: 'pending' }, after: { status: 'shipped' } },
  ])
  const [first, second] = items.map(
    ({ quantity, name, size, price }) =>
      `${quantity} × ${name} (${size}) at ${fromMinor(price).toFixed(2)}`,
  )
  expect(lines).toEqual([
    'Order placed (Customer)',
    `City: ${shippingAddress.city} → Multan; Landmark: none → Mosque; Courier: none → PostEx (Admin)`,
    `Items: ${first}, ${second} → ${first}; Total: ${fromMinor(total).toFixed(2)} → 10.00; Advance: 0.00 → 5.50 (Customer)`,
  ])
})

test('rule 14.40: the history has the words of a cancellation', () => {
  const lines = history([
    {
      at: later(1),
      actor: 'customer',
      before: { cancelReason: null, cancelText: null },
      after: { cancelReason: 'too_late', cancelText: 'Eid is over' },
    },
  ])
  expect(lines.at(-1)).toBe(
    'Cancelled because: none → It comes too late; Their words: none → Eid is over (Customer)',
  )
})

test('rule 14.7: earlier orders of the phone are counted by status, and linked', () => {
  expect(formatEarlierOrders(NO_EARLIER_ORDERS)).toBe('First order from this phone')
  expect(formatEarlierOrders({ ...NO_EARLIER_ORDERS, count: 1, cancelled: 1 })).toBe(
    '1 earlier order from this phone: 1 cancelled',
  )
  expect(formatEarlierOrders({ ...NO_EARLIER_ORDERS, count: 3, delivered: 2, cancelled: 1 })).toBe(
    '3 earlier orders from this phone: 2 delivered, 1 cancelled',
  )
})

test.each([
  [{ booked: false }, undefined],
  [
    { booked: true, courier: 'postex', trackingNumber: 'CN 1' },
    'booked with PostEx.*set its courier to None and empty its tracking number, and press',
  ],
  [{ booked: true, status: 'shipped' as const }, 'is shipped.*set its status to Pending'],
])(
  'rule 14.26: a booked order says why it cannot be corrected, and what to do: %o',
  (change, text) => {
    const block = correctionBlock(anOrder(change))
    if (text === undefined) expect(block).toBeUndefined()
    else expect(block).toMatch(new RegExp(text))
  },
)

const order = anOrder({ advance: 1000 })
const texts = correctionTexts(order)

test.each([
  ['phone', '123', 'Please enter a valid phone number'],
  ['fullName', '  ', 'This field is required'],
  ['postalCode', 'ab', 'Please enter a valid postal code'],
  ['city', 'x'.repeat(101), 'Please use at most 100 characters'],
  ['landmark', 'x'.repeat(121), 'Please use at most 120 characters'],
  ['secondPhone', '123', 'Please enter a valid phone number'],
  ['advance', 'much', 'Please enter an amount such as 500 or 500.50'],
  ['advance', '-1', 'Please enter an amount such as 500 or 500.50'],
  ['advance', '0.005', 'Please enter an amount such as 500 or 500.50'],
  ['advance', String(fromMinor(order.total) + 1), /^Please enter at most the total, \d+\.\d\d$/],
] as const)(
  'rule 14.26: a correction of %s to %s is refused at its field',
  (field, text, problem) => {
    const read = readCorrection(order, { ...texts, [field]: text }, undefined, sizesOfBuild)
    expect(read.problems).toEqual({ [field]: expect.stringMatching(problem) })
    expect(read.hasProblems).toBe(true)
  },
)

test.each([
  ['no line is left', ['0', '0'], {}, 'An order has at least one line.'],
  ['a quantity is no number', ['1.5', '1'], { 0: 'Please enter a whole number' }, undefined],
  ['there are too many', ['1', '1000'], { 1: expect.stringContaining('at most 999') }, undefined],
] as const)('rule 14.26: lines are refused where %s', (_, quantities, problems, problem) => {
  const lines = toLineTexts(order.items).map((line, nth) => ({
    ...line,
    quantity: quantities[nth] ?? '',
  }))
  const read = readCorrection(order, texts, lines, sizesOfBuild)
  expect(read.lines).toMatchObject({ problems, problem })
  expect(read.hasProblems).toBe(true)
})

test('rule 14.26: a product stands in one line, and one that is not sold any more keeps its line only as it is', () => {
  const [line] = toLineTexts(order.items)
  if (!line) throw new Error('The order has no line')
  const twice = readCorrection(order, texts, [line, line], sizesOfBuild)
  expect(twice.lines.problems).toEqual({ 1: expect.stringContaining('line above') })
  const nothingSold = readCorrection(order, { ...texts, city: 'Multan' }, undefined, [])
  expect(nothingSold).toMatchObject({ total: order.total, hasProblems: false })
  expect(nothingSold.correction).not.toHaveProperty('purchase')
  const changed = readCorrection(order, texts, [{ ...line, quantity: '9' }], [])
  expect(changed.lines.problems).toEqual({ 0: expect.stringContaining('not sold any more') })
})
