import { expect, test } from 'vitest'
import { sumsAfterTotal, sumsOfSlip } from './cash.ts'
import { amountText, paymentSums, priceSums, type Sum } from './sums.ts'

function texts(sums: Sum[]): string[] {
  return sums.map((sum) => `${sum.label} ${amountText(sum)}`)
}

const SHIPPED = { total: 159_800, advance: 0, status: 'shipped', parcelState: undefined } as const

test('rule 3.5: shipping is free, so the subtotal is the total', () => {
  expect(texts(priceSums({ total: 159_800 }))).toEqual([
    'Subtotal 1598.00',
    'Shipping Free',
    'Total 1598.00',
  ])
})

test('rule 14.22: the amount to collect is the total without the advance', () => {
  const order = { ...SHIPPED, advance: 50_000 }
  const afterTotal = ['Advance Paid 500.00', 'Amount to Collect 1098.00']
  expect(texts(paymentSums(order))).toEqual(['Total 1598.00', ...afterTotal])
  expect(texts(sumsAfterTotal(order))).toEqual(afterTotal)
})

test('an order without an advance shows none below its total', () => {
  expect(texts(sumsAfterTotal(SHIPPED))).toEqual(['Amount to Collect 1598.00'])
})

test('rule 14.22: what arrived was collected, and of a cancelled order nothing is', () => {
  const order = { ...SHIPPED, advance: 50_000 }
  expect(texts(sumsAfterTotal({ ...order, status: 'delivered' }))).toEqual([
    'Advance Paid 500.00',
    'Amount Collected 1098.00',
  ])
  expect(texts(sumsAfterTotal({ ...order, status: 'cancelled' }))).toEqual(['Advance Paid 500.00'])
  expect(texts(sumsAfterTotal({ ...order, parcelState: 'lost' }))).toEqual(['Advance Paid 500.00'])
})

test.each([
  [0, [], '1598.00'],
  [50_000, ['Total 1598.00', 'Advance Paid 500.00'], '1098.00'],
])(
  'rule 15.3: the slip of a parcel that comes back keeps its amount, and says what was collected (advance %i)',
  (advance, sums, cash) => {
    const order = { ...SHIPPED, advance }
    expect(texts(sumsOfSlip({ ...order, parcelState: 'returning' }))).toEqual([
      ...sums,
      `Amount to Collect ${cash}`,
    ])
    expect(texts(sumsOfSlip({ ...order, status: 'delivered' }))).toEqual([
      ...sums,
      `Amount Collected ${cash}`,
    ])
  },
)
