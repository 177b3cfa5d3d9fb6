import { expect, test } from 'vitest'
import { addressCases, goodAddress } from '../../../tests/support/address-cases.ts'
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

test('E07 ten thousand characters in every field are judged within a tenth of a second', () => {
  const endless = Object.fromEntries(
    Object.keys(goodAddress).map((field) => [field, ' \u0000e\u0301۷'.repeat(2000)]),
  ) as typeof goodAddress
  // The fastest of a few: what else the machine does is not the form's time.
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now()
    expect(Object.keys(addressProblems(endless))).toHaveLength(7)
    return performance.now() - start
  })
  expect(Math.min(...times)).toBeLessThan(100)
})
