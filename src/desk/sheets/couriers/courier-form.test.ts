import { expect, test } from 'vitest'
import { someCouriers } from '#tests/support/couriers.ts'
import { toCourierId } from './courier-form.ts'

test('a new courier has an id of its name that no other one has', () => {
  expect(toCourierId('Call Courier', someCouriers)).toBe('call-courier')
  expect(toCourierId('TCS', someCouriers)).toBe('tcs-2')
  expect(toCourierId('کال', someCouriers)).toBe('courier')
  expect(toCourierId('x'.repeat(60), someCouriers)).toHaveLength(36)
})
