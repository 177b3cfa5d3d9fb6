import { expect, test } from 'vitest'
import { anOrder } from '#tests/support/order-factories.ts'
import { timeline } from './timeline.ts'

const placed = { status: 'pending', at: '2026-11-21T08:00:00Z', by: 'customer' } as const
const packed = { status: 'processing', at: '2026-11-21T09:00:00Z', by: 'system' } as const
const shipped = { status: 'shipped', at: '2026-11-22T08:00:00Z', by: 'admin' } as const

test.each([
  ['pending', 1, 'Your order has been placed and is awaiting processing.'],
  ['processing', 2, 'Your order is being prepared for shipment.'],
  ['shipped', 3, 'Your order has been shipped and is on the way.'],
  ['delivered', 4, 'Your order has been delivered. Enjoy your products!'],
] as const)('a %s order has %i steps done and its message at the last', (status, done, message) => {
  const steps = timeline(anOrder({ status }))
  expect(steps.filter((step) => step.isDone)).toHaveLength(done)
  expect(steps.map((step) => step.message).filter(Boolean)).toEqual([message])
  expect(steps[done - 1]).toMatchObject({ isCurrent: true, message })
})

test('a shipped order tells its tracking number', () => {
  const steps = timeline(anOrder({ status: 'shipped', trackingNumber: 'TCS 123' }))
  expect(steps[2]?.message).toBe(
    'Your order has been shipped and is on the way. Tracking number: TCS 123',
  )
})

test('rule 7.6: a cancelled order has only its first step, done and without a message', () => {
  const steps = timeline(anOrder({ status: 'cancelled' }))
  expect(steps.map((step) => step.isDone)).toEqual([true])
  expect(steps.some((step) => step.isCurrent || step.message)).toBe(false)
})

test('each step shows when it was reached; a later tracking number does not move it', () => {
  const numbered = { ...shipped, at: '2026-11-23T08:00:00Z', trackingNumber: 'TCS 123' }
  const order = anOrder({ status: 'shipped', trackingHistory: [placed, packed, shipped, numbered] })
  expect(timeline(order).map((step) => step.at)).toEqual([
    placed.at,
    packed.at,
    shipped.at,
    undefined,
  ])
})
