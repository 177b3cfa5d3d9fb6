import { expect, test } from 'vitest'
import { parseCityList } from './city-list.ts'

test.each([
  ['Lahore\nKarachi\n', ['Lahore', 'Karachi']],
  ['\uFEFFCity\r\n"Mirpur, AJK"\r\n\r\nLahore\r\nLahore\r\n', ['Mirpur, AJK', 'Lahore']],
  ['"He said ""x"""\nLahore', ['He said "x"', 'Lahore']],
  ['\uFEFF"Mirpur, AJK"\nLahore', ['Mirpur, AJK', 'Lahore']],
  ['1;Lahore\n2;DHA City\n', ['Lahore', 'DHA City']],
  ['7,DHA City\n8,Lahore', ['DHA City', 'Lahore']],
  ['id\tname\n1\t Lahore\u202E\n', ['Lahore']],
  ['operationalCityName,countryName,isPickupCity\nLAHORE,Pakistan,true', ['LAHORE']],
  ['Code,City Name\nLHE,Lahore', ['Lahore']],
  ['لاہور\nکراچی', ['لاہور', 'کراچی']],
])('rule 15.12: the cities of %j', (text, cities) => {
  expect(parseCityList(text)).toEqual({ ok: true, cities })
})

test.each([
  ['', 'This file has no names of cities.'],
  ['City\n', 'This file has no names of cities.'],
  [
    'PK\u0003\u0004xl/worksheets',
    'This is not a CSV file. In Excel, choose "Save as" and "CSV UTF-8".',
  ],
  ['L\0a\0h\0', 'This is not a CSV file. In Excel, choose "Save as" and "CSV UTF-8".'],
  ['Lah\uFFFDre', 'Some letters of this file cannot be read. In Excel, save it as "CSV UTF-8".'],
  ['"Lahore\nKarachi', 'Row 1 has a quote that does not end.'],
  [
    'Lahore\nMirpur, AJK',
    'Row 2 has another number of columns than the first row. A name with a comma needs quotes around it.',
  ],
  ['1\n2', 'This file has numbers, but no names of cities.'],
  [`Lahore\n${'x'.repeat(101)}`, `"${'x'.repeat(30)}…" is too long for the name of a city.`],
  [
    Array.from({ length: 5001 }, (_, nth) => `City ${nth}`).join('\n'),
    'This file has 5001 names. A list can have 5000.',
  ],
])('rule 15.12: %j is refused with the reason', (text, problem) => {
  expect(parseCityList(text)).toEqual({ ok: false, problem })
})
