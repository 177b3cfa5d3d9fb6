import { expect, test } from 'vitest'
import { anOrder } from '#tests/support/order-factories.ts'
import { timeline } from './timeline.ts'

const placed = { status: 'pending', at: '2026-11-21T08:00:00Z', by: 'customer' } as const
const processed = { status: 'processing', at: '2026-11-21T09:00:00Z', by: 'system' } as const
const shipped = { status: 'shipped', at: '2026-11-22T08:00:00Z', by: 'admin' } as const
const delivered = { status: 'delivered', at: '2026-11-24T08:00:00Z', by: 'admin' } as const

test.each([
  ['pending', 'Order Placed', 'Your order has been placed and is awaiting processing.'],
  ['processing', 'Order Processing', 'Your order is being prepared for shipment.'],
  ['shipped', 'Order Shipped', 'Your order has been shipped and is on the way.'],
  ['delivered', 'Order Delivered', 'Your order has been delivered. Enjoy your products!'],
] as const)(
  'a %s order is at the step "%s" with its message, and the steps to it are done',
  (status, name, message) => {
    const steps = timeline(anOrder({ status }))
    const current = steps.findIndex((step) => step.name === name)
    expect(steps.map((step) => step.isDone)).toEqual(steps.map((_, nth) => nth <= current))
    expect(steps.filter((step) => step.isCurrent || step.message)).toEqual([
      { ...steps[current], isCurrent: true, message },
    ])
  },
)

test('rule 7.6: a cancelled order has only its first step, done and without a message', () => {
  const steps = timeline(anOrder({ status: 'cancelled' }))
  expect(steps.map((step) => step.isDone)).toEqual([true])
  expect(steps.some((step) => step.isCurrent || step.message)).toBe(false)
})

test('a parcel that is on its way back is not said to be on its way', () => {
  const steps = timeline(anOrder({ status: 'shipped', parcelState: 'returning' }))
  expect(steps.filter((step) => step.isCurrent)).toHaveLength(1)
  expect(steps.some((step) => step.message)).toBe(false)
})

test('each step shows when it was reached; a later tracking number does not move it', () => {
  const numbered = { ...shipped, at: '2026-11-23T08:00:00Z', trackingNumber: 'TCS 123' }
  const trackingHistory = [placed, processed, shipped, numbered, delivered]
  const order = anOrder({ status: 'delivered', trackingHistory })
  const reached = timeline(order).filter((step) => step.at)
  expect(reached.map(({ name, at }) => [name, at])).toEqual([
    ['Order Placed', placed.at],
    ['Order Processing', processed.at],
    ['Order Shipped', shipped.at],
    ['Order Delivered', delivered.at],
  ])
})
