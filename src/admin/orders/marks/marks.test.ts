import { expect, test } from 'vitest'
import { CITIES, postTownOf } from '#order/address/cities.ts'
import { findPlace } from '#order/address/places.ts'
import { addressMarks, MARKS, markTexts, type OrderMark } from './marks.ts'

test('rule 14.17: marks are sentences in one order, whatever the order of their codes', () => {
  const texts = markTexts(['not_mobile', 'duplicate'])
  expect(texts).toEqual([MARKS.duplicate, MARKS.not_mobile])
  for (const { badge, sentence } of markTexts(Object.keys(MARKS) as OrderMark[])) {
    expect(sentence).toMatch(/^[A-Z].+\.$/)
    expect(`${badge} ${sentence}`).not.toMatch(/score|risk|fraud/i)
  }
})

test('a mark of a newer database is left out', () => {
  expect(markTexts(['of_tomorrow' as OrderMark])).toEqual([])
})

test.each([
  [{ city: 'lhr', state: 'Punjab' }, []],
  [{ city: 'DHA Lahore', state: 'Punjab' }, []],
  [{ city: 'Faisalabd', state: 'Punjab' }, ['unknown_city']],
  [{ city: 'Mirpur', state: 'Sindh' }, ['unknown_city']],
  [{ city: 'Mirpur', state: 'Azad Kashmir' }, []],
  [{ city: 'Mirpur', state: 'Sindh', postalCode: '69000' }, []],
  [{ city: 'Test', state: 'Punjab', address: 'asdf, asdf' }, ['unknown_city', 'short_address']],
  [{ city: 'Multan', state: 'Punjab', address: 'مکان نمبر ۷، گلی ۳' }, []],
  [{ city: 'Multan', state: 'Punjab', address: 'near masjid' }, ['short_address']],
  [
    { city: 'Multan', state: 'Punjab', address: 'Ghar, masjid ke samne, Multan, Punjab' },
    ['short_address'],
  ],
  [{ city: 'Multan', state: 'Punjab', address: 'مسجد کے پاس گلی' }, ['short_address']],
  [{ city: 'Okara', state: 'Punjab', address: 'Near Jamia Masjid' }, []],
  [{ city: 'Okara', state: 'Punjab', address: 'Main Bazar Road', landmark: 'Ali Medical' }, []],
  [{ city: 'Okara', state: 'Punjab', address: 'Street 4, near masjid' }, []],
  [{ city: 'Okara', state: 'Punjab', phone: '0300 0000000' }, ['filler_phone']],
  [{ city: 'Okara', state: 'Punjab', phone: '+92 (0)333-333 3333' }, ['filler_phone']],
  [{ city: 'Okara', state: 'Punjab', phone: '0300 2111111' }, []],
  [{ city: 'Okara', state: 'Punjab', phone: '0333 3333312' }, []],
  [{ city: 'Okara', state: 'Punjab', phone: '0300 1234567' }, []],
] as const)('rule 21.27: %j has the marks %j', (to, marks) => {
  expect(addressMarks(to)).toEqual(marks)
})

test.each([
  [
    { city: 'Sahiwal', state: 'Punjab' },
    'This may be one of 2 cities: Sahiwal (Punjab 57000), or Sahiwal (Sargodha) (Punjab 40100). Ask the customer which, and write that one with its post code.',
  ],
  [
    { city: 'Faisalabd', state: 'Punjab' },
    'The shop does not know this city. It may be Faisalabad (Punjab 38000): ask the customer before it is sent.',
  ],
  [{ city: 'Nowhereabad', state: 'Punjab' }, MARKS.unknown_city.sentence],
])('rule 21.27: the mark of %j says which cities it may be', (to, sentence) => {
  expect(markTexts(addressMarks(to), to)).toEqual([{ badge: 'Check city', sentence }])
})

test('rule 21.27: each of several cities, written with its post code, ends the mark', () => {
  const names = new Set(CITIES.map(({ name }) => name))
  for (const city of names) {
    for (const choice of findPlace(city).maybe) {
      const { province: state, name } = choice.city
      const postalCode = postTownOf(choice.city).postCode ?? ''
      const found = findPlace(choice.text, { state, postalCode }).city
      expect([choice.text, found?.name]).toEqual([choice.text, name])
    }
  }
})
