import { expect, test } from 'vitest'
import { anOrder } from '../../../tests/support/an-order.ts'
import { customerMessage } from './customer-message.ts'
import { ORDER_STATUSES } from './order.ts'

test('every status has a message of its own, with the name, the order and where to follow it', () => {
  const messages = ORDER_STATUSES.map((status) => customerMessage(anOrder({ status })))
  expect(new Set(messages).size).toBe(ORDER_STATUSES.length)
  for (const message of messages) {
    expect(message).toContain('Ayesha Khan')
    expect(message).toContain('order ABCDEFGH')
    expect(message).toContain('/order/tracking/ABCDEFGH')
  }
})

test('who waits for a parcel reads its tracking number and what to pay', () => {
  const shipped = customerMessage(anOrder({ status: 'shipped', trackingNumber: 'TCS 77' }))
  expect(shipped).toContain('Tracking number: TCS 77.')
  expect(shipped).toContain('3897.00')
  expect(customerMessage(anOrder({ status: 'shipped' }))).not.toContain('Tracking number')
})
