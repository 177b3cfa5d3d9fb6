import { expect, test } from 'vitest'
import { amountToPayBack, cashDue } from './cash.ts'
import type { OrderStatus } from './status.ts'

test.each<[OrderStatus, number, number]>([
  ['pending', 100_000, 0],
  ['shipped', 100_000, 0],
  ['delivered', 0, 0],
  ['cancelled', 0, 50_000],
])('rule 21.23: of a %s order %i is due, and %i is to be paid back', (status, due, owed) => {
  const order = { status, total: 150_000, advance: 50_000, parcelState: undefined }
  expect([cashDue(order), amountToPayBack(order)]).toEqual([due, owed])
})

test.each(['lost', 'returning'] as const)(
  'rule 21.23: of a %s parcel nothing is due',
  (parcelState) => {
    const order = { status: 'shipped' as const, total: 150_000, advance: 50_000, parcelState }
    expect(cashDue(order)).toBe(0)
  },
)
