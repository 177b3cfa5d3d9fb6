import { expect, test } from 'vitest'
import { $couriers } from '#admin/parcels/couriers.ts'
import { someCouriers } from '#tests/support/couriers.ts'
import { paymentName, undoneSentence } from './payments.ts'

$couriers.set(someCouriers)

const named = {
  courier: 'postex',
  came: 100,
  dated: '2026-11-25',
  appliedAt: '2026-11-26T10:00:00Z',
}

test.each([
  ['CPR-1', '2026-11-25', 100, 'payment CPR-1 from PostEx'],
  [null, '2026-11-25', 100, 'payment of Nov 25 from PostEx'],
  [null, null, 100, 'payment of Nov 26 from PostEx'],
  [null, null, 0, 'file of Nov 26 from PostEx'],
])(
  'rule 22.43: a payment is named by its number (%s), else by its day (%s), never by a count of files',
  (number, dated, came, name) => {
    expect(paymentName({ ...named, number, dated, came })).toBe(name)
  },
)

test('what an undoing leaves as it is has its reason', () => {
  const left = [{ orderId: 'ABCDEFGH', why: 'changed_since' }]
  const payment = { ...named, number: 'CPR-1' }
  expect(undoneSentence(payment, { ok: true, left })).toBe(
    'The payment CPR-1 from PostEx is undone: its money is gone. The state of one parcel stays: ABCDEFGH (something newer happened).',
  )
})
