import { expect, test } from 'vitest'
import { formatParcelPaid, paidFigures } from './came.ts'

test('rule 22.6: what a courier kept is named without the sign of a cost, beside what comes', () => {
  const paid = { customersPaid: 239_700, couriersKept: -62_640, unlisted: 0, came: 177_060 }
  expect(paidFigures(paid, true).at(-1)).toEqual({ label: 'In your bank', amount: 177_060 })
  expect(paidFigures(paid, false)).toEqual([
    { label: 'Customers paid', amount: 239_700 },
    { label: 'Couriers kept', amount: 62_640 },
    { label: 'Comes to your bank', amount: 177_060 },
  ])
  const [, , other] = paidFigures({ ...paid, unlisted: 900 }, false)
  expect(other).toEqual({ label: 'Of no order of the shop', amount: 900 })
})

test.each([
  [79_900, -20_880, 'Customer paid Rs 799.00 · courier kept Rs 208.80'],
  [0, -9_900, 'Courier kept Rs 99.00'],
  [79_900, 0, 'Customer paid Rs 799.00'],
  [0, 0, ''],
])(
  'rule 22.41: a parcel with %i of cash and %i of costs says what its customer paid and the courier kept',
  (cash, costs, says) => {
    expect(formatParcelPaid(cash, costs)).toBe(says)
  },
)
