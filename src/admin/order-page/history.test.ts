import { beforeEach, expect, test } from 'vitest'
import { $couriers } from '#admin/parcels/couriers.ts'
import { fromMinor } from '#kit/money.ts'
import { someCouriers } from '#tests/support/couriers.ts'
import { withHistory } from '#tests/support/order-detail-page.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { historyLines } from './history.ts'
import type { OrderChangeEntry } from './order-with-history.ts'

beforeEach(() => $couriers.set(someCouriers))

const at = '2026-11-21T08:00:00Z'
const later = (hours: number) => `2026-11-21T0${8 + hours}:00:00+00:00`

function history(changes: OrderChangeEntry[], trackingHistory = anOrder().trackingHistory) {
  const order = anOrder({ trackingHistory })
  return historyLines(withHistory(order, { changes })).map(
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
      before: { shippingAddress, extras: null },
      after: {
        shippingAddress: { ...shippingAddress, city: 'Multan' },
        extras: { landmark: 'Mosque' },
      },
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
