import { expect, test } from 'vitest'
import { makeXlsx } from '#desk/files/xlsx.ts'
import { aNumberedOrder } from '#tests/support/order-factories.ts'
import { readRows } from './read-rows.ts'

const RECEIVERS = {
  ...{ orders: [aNumberedOrder('AAAAAAAA')], sequences: [] },
  ...{ format: '', mapping: {} },
}

test('rule 21.12: a cell of an XLSX file stays whole', async () => {
  const rows = [
    ['Ref', 'CN'],
    ['AAAAAAAA 5', '021'],
  ]
  expect(await readRows(new Blob([makeXlsx(rows, 'S')]), RECEIVERS)).toMatchObject({ rows })
})

test('rule 21.12: a CSV file has quoted cells with commas and line ends', async () => {
  const file = new Blob(['\uFEFFRef,Address,CN\r\nAAAAAAAA,"House 1,\r\nLahore",5\r\n'])
  const read = await readRows(file, RECEIVERS)
  expect(read).toMatchObject({
    rows: [
      ['Ref', 'Address', 'CN'],
      ['AAAAAAAA', 'House 1, Lahore', '5'],
    ],
  })
})

test('an empty line of one column stays, one of several columns goes', async () => {
  expect(await readRows('1\n\n3\n', RECEIVERS)).toMatchObject({ rows: [['1'], [''], ['3']] })
  expect(await readRows('AAAAAAAA\t1\n\nBBBBBBBB\t2', RECEIVERS)).toMatchObject({
    rows: [
      ['AAAAAAAA', '1'],
      ['BBBBBBBB', '2'],
    ],
  })
})
