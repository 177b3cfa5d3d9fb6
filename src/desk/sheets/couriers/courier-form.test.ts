import { expect, test } from 'vitest'
import { someCouriers } from '#tests/support/couriers.ts'
import { toCourierId, triedLink } from './courier-form.ts'

test('rule 21.29: the link is tried with a number, whatever signs are in it', () => {
  expect(triedLink(' https://own.pk/t?cn={number} ', ' A/1 $& ')).toBe(
    'https://own.pk/t?cn=A%2F1%20%24%26',
  )
  expect(triedLink('https://own.pk/t?cn={number}', ' ')).toBeUndefined()
  expect(triedLink('javascript:{number}', '1')).toBeUndefined()
})

test('a new courier has an id of its name that no other one has', () => {
  expect(toCourierId('Call Courier', someCouriers)).toBe('call-courier')
  expect(toCourierId('TCS', someCouriers)).toBe('tcs-2')
  expect(toCourierId('کال', someCouriers)).toBe('courier')
  expect(toCourierId('x'.repeat(60), someCouriers)).toHaveLength(36)
})
