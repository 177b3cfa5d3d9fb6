import { expect, test } from 'vitest'
import { formatSum } from '#config/currency.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { ORDER_STATUSES } from '../status.ts'
import { customerMessage } from './customer-message.ts'

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
  expect(shipped).toContain(`keep ${formatSum(anOrder().total)} ready`)
  expect(customerMessage(anOrder({ status: 'shipped' }))).not.toContain('Tracking number')
})

test.each(['pending', 'shipped'] as const)(
  'a %s order with an advance names only what is still to pay, and none that is paid a sum',
  (status) => {
    const { total } = anOrder()
    const partly = customerMessage(anOrder({ status, advance: 500 }))
    expect(partly).toContain(formatSum(total - 500))
    expect(partly).not.toContain(formatSum(total))
    const paid = customerMessage(anOrder({ status, advance: total }))
    expect(paid).not.toMatch(/cash|ready|\d\.\d\d/)
  },
)

/** The first line of the message to a customer of this name, up to the comma. */
function greeting(fullName: string): string {
  const order = anOrder()
  const message = customerMessage({
    ...order,
    shippingAddress: { ...order.shippingAddress, fullName },
  })
  return message.slice(0, message.indexOf(','))
}

test.each([
  ['Win a prize https://evil.example/x', 'Win a prize'],
  ['HTTPS://EVIL.EXAMPLE', ''],
  ['http:evil', ''],
  ['www.evil.example Ayesha', 'Ayesha'],
  ['Ayesha evil.example', 'Ayesha'],
  ['Ayesha (evil.example)', 'Ayesha'],
  ['bit.ly/abc Khan', 'Khan'],
  ['evil。example Khan', 'Khan'],
  ['evil．example Khan', 'Khan'],
  ['ev\u200Bil.\u200Bexample Khan', 'Khan'],
  ['мойсайт.рф Khan', 'Khan'],
  ['192.0.2.1 Khan', 'Khan'],
  ['a@evil.example Khan', 'Khan'],
  ['tel:+12025550123 Khan', 'Khan'],
])('a name of %j leads nowhere in the greeting', (fullName, left) => {
  expect(greeting(fullName)).toBe(['Assalam-o-Alaikum', left].filter(Boolean).join(' '))
})

test.each(['Ayesha Khan', 'M. Ali', 'Dr. A. Q. Khan', "O'Neil-Shah", 'عائشہ خان', 'Khan Jr.'])(
  'a name of %j is greeted in full',
  (fullName) => {
    expect(greeting(fullName)).toBe(`Assalam-o-Alaikum ${fullName}`)
  },
)

test('rule 21.30: the message about a replacement says what it replaces', () => {
  const order = anOrder({ total: 0, replaces: 'BCDEFGHJ' })
  expect(customerMessage(order)).toContain('replaces items of your order BCDEFGHJ. You pay nothing')
})

test('rule 21.28: while a request is open, the message of its order is about that', () => {
  const request = { at: '2026-11-22T08:00:00Z', kind: 'damaged', text: 'Broken' } as const
  const open = customerMessage(
    anOrder({ status: 'delivered', request: { ...request, state: 'open' } }),
  )
  expect(open).toContain('you asked for help with your order ABCDEFGH')
  expect(open).not.toContain('Enjoy')
  const closed = anOrder({ status: 'delivered', request: { ...request, state: 'closed' } })
  expect(customerMessage(closed)).toContain('Enjoy')
})
