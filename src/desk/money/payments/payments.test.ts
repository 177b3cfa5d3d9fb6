import { expect, test } from 'vitest'
import { $couriers } from '#admin/order/couriers.ts'
import { someCouriers } from '#tests/support/couriers.ts'
import { undoneSentence } from './payments.ts'

$couriers.set(someCouriers)

test('what an undoing leaves as it is has its reason', () => {
  const left = [{ orderId: 'ABCDEFGH', why: 'changed_since' }]
  const payment = { id: 12, number: 'CPR-1', courier: 'postex', came: 100 }
  expect(undoneSentence(payment, { ok: true, left })).toBe(
    'The payment CPR-1 from PostEx is undone: its money is gone. The state of one parcel stays: ABCDEFGH (something newer happened).',
  )
})
