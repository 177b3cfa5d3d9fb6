import { expect, test } from 'vitest'
import { makeXlsx } from '#desk/files/xlsx.ts'
import { readCityList } from './city-list.ts'

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
  ['"Mirpur, AJK"\n"Lahore"', ['Mirpur, AJK', 'Lahore']],
  ['City\nDHA City\n', ['DHA City']],
  ['\n\nCity\nLahore', ['Lahore']],
  ['Town Name\tcity_name\nModel Town\tLahore', ['Lahore']],
])('rule 15.12: the cities of %j', async (text, cities) => {
  expect(await readCityList(new Blob([text]))).toEqual({ ok: true, cities })
})

test.each([
  ['', 'This file is empty. Download it again and try again.'],
  ['City\n', 'This file has no names of cities.'],
  ['PK\u0003\u0004xl/worksheets', 'This file is not complete. Download it again and try again.'],
  ['"Lahore\nKarachi', 'Row 1 has a quotation mark that does not close.'],
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
])('rule 15.12: %j is refused with the reason', async (text, problem) => {
  expect(await readCityList(new Blob([text]))).toEqual({ ok: false, problem })
})

test('rule 15.12: the cities of a workbook', async () => {
  const file = new Blob([
    makeXlsx(
      [
        ['Code', 'City'],
        ['LHE', 'Lahore'],
      ],
      'Cities',
    ),
  ])
  expect(await readCityList(file)).toEqual({ ok: true, cities: ['Lahore'] })
})
