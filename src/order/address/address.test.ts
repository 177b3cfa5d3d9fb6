import { expect, test } from 'vitest'
import { addressCases, goodAddress, parcelAddress } from '#tests/support/address-cases.ts'
import {
  ADDRESS_FIELDS,
  addressLines,
  addressProblems,
  cleanAddress,
  isSameAddress,
  mapFields,
  maskedFieldNames,
  REQUIRED_FIELDS,
  splitAddress,
} from './address.ts'

test.each(addressCases)(
  'E03 E05 $field $typed is validated as in the table',
  ({ field, typed, outcome }) => {
    const address = { ...goodAddress, [field]: typed }
    if ('refused' in outcome) {
      expect(addressProblems(address)).toEqual({ [field]: outcome.refused })
    } else {
      expect(addressProblems(address)).toEqual({})
      expect(cleanAddress(address)).toEqual({ ...goodAddress, [field]: outcome.stored })
    }
  },
)

test('an empty form has a problem in each required field', () => {
  const required = REQUIRED_FIELDS.map((field) => [field, 'required'])
  expect(addressProblems(mapFields(() => ''))).toEqual(Object.fromEntries(required))
})

// Work that grew with the square of the length would not end within a test's time limit.
test('E07 two hundred thousand characters in every field are validated', () => {
  const endless = mapFields(() => ' \u0000e\u0301۷'.repeat(40_000))
  expect(Object.keys(addressProblems(endless))).toEqual(ADDRESS_FIELDS)
})

test('rule 4.17: optional fields are cleaned like the others, and blank ones are left out', () => {
  const optional = { landmark: ' the  mosque ', secondPhone: '۰۳۲۱۷۶۵۴۳۲۱', riderNote: ' ' }
  const cleaned = { ...goodAddress, landmark: 'the  mosque', secondPhone: '03217654321' }
  expect(cleanAddress({ ...goodAddress, ...optional })).toEqual(cleaned)
  expect(isSameAddress(cleaned, { ...cleaned, riderNote: undefined })).toBe(true)
  expect(isSameAddress(cleaned, { ...cleaned, landmark: undefined })).toBe(false)
  expect(splitAddress(cleaned)).toEqual({
    shippingAddress: goodAddress,
    extras: { landmark: 'the  mosque', secondPhone: '03217654321' },
  })
})

test('an address is shown in the lines of a parcel', () => {
  const lines = addressLines({ ...parcelAddress, landmark: 'the mosque' })
  expect(lines.map(({ label, text }) => (label ? `${label}: ${text}` : text))).toEqual([
    'Ayesha Khan',
    'House 7, Street 3, Model Town',
    'Lahore, Punjab 54700',
    'Pakistan',
    'Phone: 0300 1234567',
    'Landmark: the mosque',
  ])
})

test('lines leave out what is shown elsewhere, and what is empty', () => {
  const lines = addressLines({ ...parcelAddress, country: '' }, ['fullName', 'city', 'phone'])
  expect(lines).toEqual([
    { field: 'address', text: 'House 7, Street 3, Model Town' },
    { field: 'state', text: 'Punjab 54700' },
  ])
})

test('rule 7.14: a masked order names the fields that it hides', () => {
  expect(maskedFieldNames()).toMatch(/^Name, street, .*and phone$/)
})
