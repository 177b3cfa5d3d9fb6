import { expect, test } from 'vitest'
import { cityResolver, nearCities, placeText } from './city-resolver.ts'

const CITIES = [
  'Lahore',
  'KARACHI',
  'Rahim Yar Khan',
  'Mirpur',
  'Mir-pur',
  'D.G. Khan',
  'Khanewal',
  'Multan',
  'Multan Cantt',
]
const NAMES = { 'dera ghazi khan': 'D.G. Khan', shalkot: 'Quetta', lhr: 'Khanewal' }

test.each<[string, string | undefined]>([
  [' lahore ', 'Lahore'],
  ['Karachi', 'KARACHI'],
  ['rahim-yar  KHAN', 'Rahim Yar Khan'],
  ['RahimYarKhan', 'Rahim Yar Khan'],
  ['khi', 'KARACHI'],
  ['RYK', 'Rahim Yar Khan'],
  ['Dera Ghazi-Khan', 'D.G. Khan'],
  // A cantonment is its city, unless the list has both.
  ['Karachi Cantt.', 'KARACHI'],
  ['multan cantonment', 'Multan Cantt'],
  ['MUX', 'Multan'],
  // The admin's choice goes before an alias.
  ['lhr', 'Khanewal'],
  // Two places with one folded name: only the exact text is certain.
  ['Mirpur', 'Mirpur'],
  ['Mir-pur', 'Mir-pur'],
  ['mirpur', undefined],
  // A choice that is not in the list any more, and an alias of a city that is not in it.
  ['shalkot', undefined],
  ['isb', undefined],
  // With its quarter or province; a village behind whose comma it stands.
  ['Lahore Saddar', 'Lahore'],
  ['Karachi, Sindh', 'KARACHI'],
  ['Basti Xyz, Multan', 'Multan'],
  // Never by another part of the name.
  ['Lahore Mandi', undefined],
  ['Laho', undefined],
  ['Khan', undefined],
  ['لاہور', 'Lahore'],
  ['constructor', undefined],
  ['', undefined],
])('rule 15.11: %j is %j', (typed, name) => {
  expect(cityResolver(CITIES, NAMES)(typed)).toBe(name)
})

test('rule 15.11: a list means the largest town of a name', () => {
  const resolve = cityResolver(['Sahiwal', 'Khairpur'])
  expect(resolve('montgomery')).toBe('Sahiwal')
  expect(resolve('Khairpur Mirs')).toBe('Khairpur')
  expect(resolve('Sahiwal Sargodha')).toBeUndefined()
})

test('rule 21.24: without a list, a city has the shop’s own name, or what the admin chose', () => {
  const resolve = cityResolver([], { 'basti xyz': 'Basti XYZ' })
  const typed = [' lhr\u202E ', 'pindi', 'بہاولپور', 'Basti Xyz', 'Nowhereabad']
  expect(typed.map((city) => resolve(city))).toEqual([
    ...['Lahore', 'Rawalpindi', 'Bahawalpur', 'Basti XYZ', undefined],
  ])
  expect(resolve('Mirpur', { state: 'AJK', postalCode: '10250' })).toBe('Mirpur (AJK)')
})

const sindh = { state: 'Sindh', postalCode: '69000' }
const kashmir = { state: 'AJK', postalCode: '10250' }

test('rule 21.24: of several towns of one name, province and post code tell which', () => {
  const resolve = cityResolver(['Mirpur', 'Mirpur Khas', 'Sahiwal', 'Khairpur'])
  expect(resolve('Mirpur', sindh)).toBe('Mirpur Khas')
  // Which Mirpur the courier means is not certain.
  expect(resolve('Mirpur', kashmir)).toBeUndefined()
  expect(resolve('Khairpur', { state: 'Sindh', postalCode: '' })).toBe('Khairpur')
  expect(resolve('Khairpur', { state: 'Punjab', postalCode: '63060' })).toBeUndefined()
  expect(resolve('Sahiwal', { state: 'Punjab', postalCode: '' })).toBe('Sahiwal')
})

test('rule 21.24: a choice for one Mirpur is not one for the other', () => {
  const place = placeText(' Mirpur', kashmir)
  expect(place).toBe('Mirpur, Azad Jammu and Kashmir 10')
  const resolve = cityResolver(['Mirpur AJK', 'Lahore'], {
    [place.toLowerCase()]: 'Mirpur AJK',
    mirpur: 'Lahore',
  })
  expect(resolve('mirpur', kashmir)).toBe('Mirpur AJK')
  expect(resolve('Mirpur', sindh)).toBeUndefined()
  expect(placeText('Multan', sindh)).toBe('Multan')
})

test.each<[string, string, string[], string[]]>([
  // What a slip of the pen may mean, then cities whose post codes begin alike, large ones first.
  ['Rawlpindi', '54000', [], ['Rawalpindi', 'Lahore']],
  ['Multan Mandi', '60000', [], ['Multan']],
  ['Basti Nowhere', '60000', ['MULTAN', 'Lahore'], ['MULTAN']],
  ['Basti Nowhere', '', ['MULTAN', 'Lahore'], []],
])(
  'rule 21.24: for %s %s a courier of %j is offered %j first',
  (typed, postalCode, list, first) => {
    const near = nearCities(typed, { state: '', postalCode }, cityResolver(list))
    expect(near.slice(0, first.length)).toEqual(first)
    expect(near.length).toBeLessThanOrEqual(first.length === 0 ? 0 : 4)
  },
)
