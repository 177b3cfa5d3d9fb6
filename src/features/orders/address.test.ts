import { expect, test } from 'vitest'
import { addressCases, goodAddress } from '#tests/support/address-cases.ts'
import { addressProblems, cleanAddress } from './address.ts'

test.each(addressCases)('$field $typed is judged as in the table', ({ field, typed, outcome }) => {
  const address = { ...goodAddress, [field]: typed }
  if ('refused' in outcome) {
    expect(addressProblems(address)).toEqual({ [field]: outcome.refused })
  } else {
    expect(addressProblems(address)).toEqual({})
    expect(cleanAddress(address)).toEqual({ ...goodAddress, [field]: outcome.stored })
  }
})

test('an empty form has a problem in each of its seven fields', () => {
  const blank = {
    fullName: '',
    address: '',
    city: '',
    state: '',
    postalCode: '',
    country: '',
    phone: '',
  }
  expect(Object.values(addressProblems(blank))).toEqual(Array(7).fill('required'))
})

// Work that grew with the square of the length would not end within a test's time limit.
test('E07 two hundred thousand characters in every field are validated', () => {
  const endless = Object.fromEntries(
    Object.keys(goodAddress).map((field) => [field, ' \u0000e\u0301۷'.repeat(40_000)]),
  ) as typeof goodAddress
  expect(Object.values(addressProblems(endless))).toHaveLength(7)
})
