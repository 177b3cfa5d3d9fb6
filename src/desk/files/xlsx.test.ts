import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import readXlsxFile from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { type Cell, makeXlsx } from './xlsx.ts'

/** The rows, as an independent reader finds them. */
async function read(file: Uint8Array): Promise<unknown[][]> {
  const [sheet] = await readXlsxFile(Buffer.from(file), { trim: false })
  return sheet?.data ?? []
}

test('rule 15.10: texts stay texts, and numbers numbers', async () => {
  const rows: Cell[][] = [
    ['Phone', 'Amount', 'Note'],
    ['03001234567', 1459, '=cmd|" /C calc"!A0'],
    ['+92 300', 0.75, '  <b>&amp;</b> "عائشہ"\nnext 🌿'],
  ]
  const file = makeXlsx(rows, 'Orders & <more>')
  expect(await read(file)).toEqual(rows)
  // ExcelJS, which portals of couriers may use, finds a sheet by its path alone.
  expect(Object.keys(unzipSync(file))).toContain('xl/worksheets/sheet1.xml')
})

test('every text of XML is read as it was written', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ minLength: 1, unit: 'grapheme' }), async (text) => {
      const written = text.replace(/[^\t\n\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
      fc.pre(written.trim() !== '')
      expect(await read(makeXlsx([['x', text]], 'S'))).toEqual([['x', written]])
    }),
    { numRuns: 50 },
  )
})

test.each([
  ['_x000D_', '_x005F_x000D_'],
  ['_x005f_', '_x005F_x005f_'],
  ['_x0041_x0042_', '_x005F_x0041_x005F_x0042_'],
  ['_x00\u00000A_', '_x005F_x000A_'],
  ['snake_x_case _x12_ _xGGGG_', 'snake_x_case _x12_ _xGGGG_'],
])('the text %j is written so that a spreadsheet reads no character code in it', (text, xml) => {
  const strings = unzipSync(makeXlsx([['x', text]], 'S'))['xl/sharedStrings.xml']
  expect(strFromU8(strings ?? new Uint8Array())).toContain(`>${xml}</t>`)
})

test.each([Number.NaN, Number.POSITIVE_INFINITY])('the number %d is refused', (number) => {
  expect(() => makeXlsx([['Amount', number]], 'S')).toThrow('The cell r="B1" is')
})

test('a wide sheet has every cell in its place', async () => {
  const rows = Array.from({ length: 20 }, (_, row) =>
    Array.from({ length: 60 }, (_, column) => (column % 3 ? `cell ${row % 5} ${column}` : row)),
  )
  expect(await read(makeXlsx(rows, 'Orders'))).toEqual(rows)
})
