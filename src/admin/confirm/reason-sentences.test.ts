import { expect, test } from 'vitest'
import { anOrder } from '#tests/support/order-factories.ts'
import { messageText } from './message-texts.ts'

const order = anOrder({ id: 'ABCDEFGH' })

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
