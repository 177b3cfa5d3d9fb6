import { expect, test } from 'vitest'
import { makeXlsx } from '#desk/files/xlsx.ts'
import { hasSeveralCells, readNumbersFile, readPasted } from './read-rows.ts'

const IDS = new Set(['AAAAAAAA'])

test('rule 21.12: a cell of an XLSX file stays whole', async () => {
  const rows = [
    ['Ref', 'CN'],
    ['AAAAAAAA 5', '021'],
  ]
  expect(await readNumbersFile(new Blob([makeXlsx(rows, 'S')]), IDS)).toMatchObject({ rows })
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

test('an empty line of one column stays, one of several columns goes', async () => {
  expect(await readPasted('1\n\n3\n', IDS)).toMatchObject({ rows: [['1'], [''], ['3']] })
  expect((await readPasted('AAAAAAAA\t1\n\nBBBBBBBB\t2', IDS)).rows).toHaveLength(2)
})

test('a single number is pasted by the browser itself', () => {
  const texts = ['TCS 1', 'TCSTCSTC 1\n', '1\n2', 'AAAAAAAA 1', 'ZZZZZZZZ, 1']
  expect(texts.map((text) => hasSeveralCells(text, IDS))).toEqual([false, false, true, true, true])
})
