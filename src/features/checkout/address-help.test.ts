import { describe, expect, test } from 'vitest'
import { goodAddress } from '#tests/support/address-cases.ts'
import { addressHints, detailsOfCity } from './address-help.ts'

const nothing = { state: '', postalCode: '' }

describe('rule 4.20: a city gives its state and post code', () => {
  test.each([
    ['skt', { state: 'Punjab', postalCode: '51310' }],
    ['Mirpur AJK', { state: 'Azad Jammu and Kashmir', postalCode: '10250' }],
    ['mirpurkhas', { state: 'Sindh', postalCode: '69000' }],
    ['گلگت', { state: 'Gilgit-Baltistan', postalCode: '15100' }],
    // Several post codes, or none that is known.
    ['Sialkot Cantt', { state: 'Punjab', postalCode: '' }],
    ['Karachi', { state: 'Sindh', postalCode: '' }],
    ['isb', { state: 'Islamabad Capital Territory', postalCode: '' }],
    ['Swat', { state: 'Khyber Pakhtunkhwa', postalCode: '' }],
    ['Kohlu', { state: 'Balochistan', postalCode: '' }],
    // A question, a misspelling, a village.
    ['Mirpur', nothing],
    ['Faisalabd', nothing],
    ['Chak 12', nothing],
    ['', nothing],
  ])('%j', (city, details) => {
    expect(detailsOfCity({ ...goodAddress, city })).toEqual(details)
  })

  test('in Pakistan alone', () => {
    expect(detailsOfCity({ ...goodAddress, city: 'Hyderabad', country: 'India' })).toEqual(nothing)
    expect(detailsOfCity({ ...goodAddress, city: 'Okara', country: ' PAKISTAN ' }).state).toBe(
      'Punjab',
    )
  })
})

describe('rule 4.21: hints', () => {
  const lahore = 'Post codes of Lahore have five digits and begin with 53, 54 or 55.'
  const mobile =
    'This does not look like a mobile number in Pakistan, such as 0300 1234567. The rider will call it.'

  test.each([
    [{}, {}],
    [
      { city: 'Mirpur', postalCode: '' },
      { city: 'Did you mean Mirpur Khas, Mirpur Mathelo or Mirpur (AJK)?' },
    ],
    [{ city: 'Faisalabd' }, { city: 'Did you mean Faisalabad?' }],
    [{ city: 'Chak 12' }, {}],
    [{ postalCode: '74200' }, { postalCode: lahore }],
    [{ postalCode: '5470' }, { postalCode: lahore }],
    [{ postalCode: '۵۴۷۰۰' }, {}],
    [
      { city: 'Okara', postalCode: '57000' },
      { postalCode: 'Post codes of Okara have five digits and begin with 56.' },
    ],
    // Post codes of Kohlu are not known.
    [{ city: 'Kohlu', postalCode: '54000' }, {}],
    [
      { city: 'khi', postalCode: ' ' },
      { postalCode: 'Karachi has several post codes. That of its main post office is 74200.' },
    ],
    [{ city: 'Okara', postalCode: '' }, {}],
    [{ phone: '042 35761234' }, { phone: mobile }],
    [{ phone: '1234567890' }, { phone: mobile }],
    [{ phone: ' ' }, {}],
    [{ country: 'India', city: 'Mirpur', postalCode: '1', phone: '1' }, {}],
  ])('%j: %j', (typed, hints) => {
    expect(addressHints({ ...goodAddress, ...typed })).toEqual(hints)
  })
})
