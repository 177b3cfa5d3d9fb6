import { expect, test, vi } from 'vitest'
import { makeXlsx } from '../sheets/xlsx.ts'
import { hasSeveralCells, readNumbersFile, readPasted } from './read-rows.ts'

const IDS = new Set(['AAAAAAAA'])

test('rule 21.12: an XLSX file is read as it is shown, with all digits of a long number', async () => {
  const file = new Blob([
    makeXlsx(
      [
        ['Ref', 'CN'],
        ['AAAAAAAA', 26700000000123],
        ['', '021'],
        ['', 2670000000012340],
      ],
      'S',
    ),
  ])
  expect(await readNumbersFile(file, IDS)).toEqual({
    ok: true,
    rows: [
      ['Ref', 'CN'],
      ['AAAAAAAA', '26700000000123'],
      ['', '021'],
      ['', '2.67000000001234e+15'],
    ],
  })
})

test('rule 21.12: a CSV file has quoted cells with commas and line ends', async () => {
  const file = new Blob(['\uFEFFRef,Address,CN\r\nAAAAAAAA,"House 1,\r\nLahore",5\r\n'])
  const read = await readNumbersFile(file, IDS)
  expect(read).toMatchObject({
    rows: [
      ['Ref', 'Address', 'CN'],
      ['AAAAAAAA', 'House 1, Lahore', '5'],
    ],
  })
})

test.each([
  ['a picture', new Blob(['\u0089PNG\0'])],
  ['a broken workbook', new Blob(['PK\u0003\u0004 nothing'])],
  ['a very large file', new Blob(['x'.repeat(5_000_001)])],
])('%s is refused with a reason', async (_, file) => {
  vi.spyOn(console, 'error').mockReturnValue()
  expect(await readNumbersFile(file, IDS)).toMatchObject({ ok: false, problem: expect.any(String) })
})

test('an empty line of one column stays, one of several columns goes', async () => {
  expect(await readPasted('1\n\n3\n', IDS)).toEqual([['1'], [''], ['3']])
  expect(await readPasted('AAAAAAAA\t1\n\nBBBBBBBB\t2', IDS)).toHaveLength(2)
})

test('a single number is pasted by the browser itself', () => {
  const texts = ['TCS 1', 'TCSTCSTC 1\n', '1\n2', 'AAAAAAAA 1', 'ZZZZZZZZ, 1']
  expect(texts.map((text) => hasSeveralCells(text, IDS))).toEqual([false, false, true, true, true])
})
