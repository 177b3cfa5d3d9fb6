import { describe, expect, test } from 'vitest'
import { goodAddress } from '#tests/support/address-cases.ts'
import { addressHints, detailsOfCity } from './address-hints.ts'

test('rule 4.20: help is for orders to Pakistan', () => {
  const city = 'Hyderabad'
  const inIndia = { ...goodAddress, city, country: 'India' }
  expect(detailsOfCity(inIndia)).toEqual({ state: '', postalCode: '' })
  expect(addressHints({ ...inIndia, postalCode: '1', phone: '1' })).toEqual({})
  expect(detailsOfCity({ ...goodAddress, city, country: ' PAKISTAN ' }).state).toBe('Sindh')
})

test.each([
  [
    { state: '', postalCode: '' },
    { state: '', postalCode: '' },
  ],
  [
    { state: 'Sindh', postalCode: '' },
    { state: 'Sindh', postalCode: '78100' },
  ],
  [
    { state: 'KPK', postalCode: '' },
    { state: 'Khyber Pakhtunkhwa', postalCode: '22620' },
  ],
  [
    { state: 'punjab', postalCode: '' },
    { state: 'Punjab', postalCode: '64100' },
  ],
  [
    { state: '', postalCode: '۶۴۱۰۰' },
    { state: 'Punjab', postalCode: '64100' },
  ],
])('rule 4.19: of the towns named Khanpur, %j leaves %j', (beside, details) => {
  const country = 'Pakistan'
  expect(detailsOfCity({ ...goodAddress, city: 'Khanpur', country, ...beside })).toEqual(details)
})

describe('rules 4.21, 4.37 and 4.38: hints, and the buttons below them', () => {
  const lahore = 'Post codes of Lahore have five digits and begin with 53, 54 or 55.'
  const mobile =
    'This does not look like a mobile number in Pakistan, such as 0300 1234567. The rider will call it.'
  const main = '74200 is the main post office of Karachi.'
  const provinces = [
    'Punjab',
    'Sindh',
    'Khyber Pakhtunkhwa',
    'Balochistan',
    'Islamabad Capital Territory',
    'Azad Jammu and Kashmir',
    'Gilgit-Baltistan',
  ]
  const karachi = { city: 'khi', state: 'Sindh' }

  test.each<[object, { [field: string]: [text: string, ...labels: string[]] }]>([
    [{ city: 'Okara', postalCode: '56300' }, {}],
    [{ postalCode: '۵۴۷۰۰' }, {}],
    [{ postalCode: '74200' }, { postalCode: [lahore, 'Use 54000'] }],
    [{ postalCode: '5470' }, { postalCode: [lahore, 'Use 54000'] }],
    [{ ...karachi, postalCode: ' ' }, { postalCode: [main, 'Use 74200'] }],
    [{ ...karachi, postalCode: '74200' }, { postalCode: [`${main} Change it if you know yours.`] }],
    [
      { city: 'Basirpur', postalCode: '56300' },
      { postalCode: ['56300 is the main post office of Okara. Change it if you know yours.'] },
    ],
    [
      { city: 'Okara Cantt', postalCode: '56300' },
      { postalCode: ['56300 is the main post office of Okara. Change it if you know yours.'] },
    ],
    // No post codes of Kohlu are known.
    [{ city: 'Kohlu', state: 'Balochistan', postalCode: '12345' }, {}],
    [{ city: 'Karachi', postalCode: '75500' }, { state: ['Karachi is in Sindh.', 'Use Sindh'] }],
    [{ city: 'Karachi', postalCode: '75500', state: 'Malir' }, {}],
    [{ city: 'Faisalabd' }, { city: ['Did you mean Faisalabad?', 'Faisalabad, Punjab'] }],
    [
      { city: 'Nowshera', state: '' },
      {
        city: [
          'Did you mean Naushera (Khushab) or Nowshera?',
          'Naushera (Khushab), Punjab',
          'Nowshera, Khyber Pakhtunkhwa',
        ],
      },
    ],
    [{ city: 'Basti Xyz Multan' }, { city: ['Is this in or near Multan?', 'Multan, Punjab'] }],
    // Not in the table.
    [{ city: 'Chak 12' }, {}],
    [{ city: ' ', state: '', postalCode: '' }, {}],
    [{ city: 'Chak 12', state: '' }, { state: ['Choose your province.', ...provinces] }],
    [
      { city: 'Chak 12', state: 'sindh', postalCode: '' },
      { postalCode: ['Don’t know it?', 'Use 74200, the code of Karachi'] },
    ],
    [
      { city: 'Chak 12', postalCode: '54000' },
      { postalCode: ['54000 is the main post office of Lahore. Change it if you know yours.'] },
    ],
    [
      { city: 'Chak 12', state: 'Bahawalpur Division', postalCode: '' },
      {
        postalCode: [
          'Don’t know it? Choose the nearest city.',
          'Lahore 54000',
          'Karachi 74200',
          'Peshawar 25000',
          'Quetta 87300',
          'Islamabad 44000',
          'Muzaffarabad 13100',
          'Gilgit 15100',
        ],
      },
    ],
    [{ phone: '042 35761234' }, { phone: [mobile] }],
    [{ phone: '1234567890' }, { phone: [mobile] }],
    [{ phone: ' ' }, {}],
  ])('%j: %j', (typed, expected) => {
    const hints = Object.entries(addressHints({ ...goodAddress, ...typed })).flatMap(
      ([field, hint]) =>
        hint ? [[field, [hint.text, ...hint.proposals.map(({ label }) => label)]]] : [],
    )
    expect(Object.fromEntries(hints)).toEqual(expected)
  })
})
