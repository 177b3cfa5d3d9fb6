import { openAsBlob } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeWorkbook } from '#tests/support/workbook.ts'
import type { KnownHeaders } from './header-row.ts'
import { readSpreadsheet } from './read-spreadsheet.ts'

const NO_HEADERS: KnownHeaders = new Map()

const ROWS = [
  ['CN', 'Amount'],
  ['LE1234567', 1500],
]

async function readOne(part: BlobPart, headers = NO_HEADERS) {
  const read = await readSpreadsheet(new Blob([part]), headers)
  if (!read.ok) throw new Error(read.problem)
  const [sheet] = read.sheets
  if (!sheet) throw new Error('There is no sheet')
  return sheet
}

test('rule 22.20: every visible sheet is read', async () => {
  const file = makeWorkbook(
    { rows: [['hidden']], isHidden: true },
    { rows: ROWS },
    { rows: [['A']] },
  )
  expect(await readSpreadsheet(new Blob([file]), NO_HEADERS)).toMatchObject({
    ok: true,
    sheets: [
      {
        name: 'S1',
        rows: [
          ['CN', 'Amount'],
          ['LE1234567', '1500'],
        ],
      },
      { name: 'S2', rows: [['A']] },
    ],
  })
})

test('rule 22.20: numbers have all their digits, whatever a format shows, and dates their day', async () => {
  const file = makeWorkbook({
    rows: [
      [
        { value: '2.6700000012345E+13', format: 'scientific' },
        { value: '1234.5599999999999', format: 'general' },
        { value: '0.30000000000000004', format: 'general' },
        { value: '2670000000012340', format: 'general' },
        { value: '46331', format: 'date' },
        { value: '46331.604166666664', format: 'dateTime' },
      ],
    ],
  })
  expect(await readOne(file)).toMatchObject({
    rows: [
      [
        ...['26700000012345', '1234.56', '0.3', '2.67000000001234e+15'],
        ...['2026-11-05', '2026-11-05 14:30:00'],
      ],
    ],
  })
})

test('rule 22.20: ranges of merged cells are known', async () => {
  const file = makeWorkbook({ rows: ROWS, merged: ['A1:B1', 'A2:A10'] })
  expect(await readOne(file)).toMatchObject({
    merged: [
      { top: 0, left: 0, bottom: 0, right: 1 },
      { top: 1, left: 0, bottom: 9, right: 0 },
    ],
  })
})

test('rule 22.20: "Unicode Text" of Excel is read', async () => {
  const text = 'CN\tAmount\r\nLE1\t5\r\n'
  const bytes = Uint8Array.from([
    0xff,
    0xfe,
    ...[...text].flatMap((char) => [char.charCodeAt(0), 0]),
  ])
  expect(await readOne(bytes)).toMatchObject({
    rows: [
      ['CN', 'Amount'],
      ['LE1', '5'],
    ],
  })
})

/** The start of the container of Excel's old format, and the name of a stream in it. */
function oldContainer(stream: string): Uint8Array<ArrayBuffer> {
  const name = [...stream].flatMap((letter) => [letter.charCodeAt(0), 0])
  return Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...name, 0])
}

const whole = makeWorkbook({ rows: ROWS })

test.each([
  [
    'with a password',
    oldContainer('EncryptedPackage'),
    'This file has a password. Save it without one and try again.',
  ],
  [
    'of the old format',
    oldContainer('Workbook'),
    'Open it in Excel, save it as "Excel Workbook" (.xlsx), and try again.',
  ],
  [
    'that is half',
    whole.slice(0, whole.length / 2),
    'This file is not complete. Download it again and try again.',
  ],
  ['that is another archive', makeWorkbook().slice(), 'This file cannot be read. Open it in Excel'],
  ['that is empty', '', 'This file is empty. Download it again and try again.'],
  [
    'that is a web page',
    '\n<!DOCTYPE html><table><tr><td>1',
    'This file is a web page, whatever its name says. Open it in Excel',
  ],
  ['that is a table of a web page', '<table border=1><tr><td>CN', 'This file is a web page'],
  ['that is a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47]), 'This file is a picture'],
  ['that is a photo', Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]), 'This file is a picture'],
  ['that is a PDF', '%PDF-1.4', 'This file is a PDF, which is not read. Choose CSV or Excel'],
  [
    'that is an OpenDocument',
    `PK${'x'.repeat(28)}mimetypeapplication/vnd.oasis.opendocument.spreadsheet`,
    'This file is an OpenDocument file (ODS). Open it, save it as "Excel Workbook"',
  ],
  ['of another kind', 'a\0b', 'This is neither a CSV nor an XLSX file.'],
  [
    'with a cell far below',
    makeWorkbook({ rows: ROWS, last: 'XFD1048576' }),
    'The sheet “S0” has a cell in XFD1048576: 20000 rows and 200 columns are read.',
  ],
  [
    'with more rows than are read',
    makeWorkbook({ rows: Array.from({ length: 20_001 }, () => [1]) }),
    'has a cell in A20001: 20000 rows',
  ],
  [
    'that unpacks to more than 50 MB',
    makeWorkbook({ rows: [['x'.repeat(50_000_001)]] }),
    'This file is too large: It holds more than 50 MB.',
  ],
  [
    'of more than 20 MB',
    new Uint8Array(20_000_001),
    'This file is too large: at most 20 MB are read.',
  ],
])(
  'rule 22.21: a file %s is refused by a sentence that says what to do',
  async (_, part, sentence) => {
    vi.spyOn(console, 'error').mockReturnValue()
    const read = await readSpreadsheet(new Blob([part]), NO_HEADERS)
    expect(read).toEqual({ ok: false, problem: expect.stringContaining(sentence) })
  },
)

test('rule 22.20: rows and cells that have but a format are no content', async () => {
  const file = makeWorkbook({ rows: ROWS, emptyRows: 500_000, emptyCell: 'XFD1048576' })
  expect((await readOne(file)).rows).toHaveLength(2)
})

test('rule 22.20: cells with an error and formulas without their result are named', async () => {
  const file = makeWorkbook({
    rows: [
      ['CN', { error: '#VALUE!' }, { formula: '1+1' }, { formula: '1+1', value: '2' }],
      ['LE1234567', 1500],
    ],
  })
  const { rows, unread } = await readOne(file)
  expect(rows[0]).toEqual(['CN', '', '', '2'])
  expect(unread).toEqual([
    { row: 0, column: 1, problem: expect.stringMatching(/^The cell B1 has an error/) },
    { row: 0, column: 2, problem: expect.stringMatching(/^The cell C1 has a formula/) },
  ])
})

test('rule 22.20: rows that a portal quoted once more as a whole are read, below a title too', async () => {
  const headers: KnownHeaders = new Map([
    ['cn', 100],
    ['amount', 1],
  ])
  const file = '"Report ""A"""\n"CN,""Amount"""\n"LE1234567,""1,500"""\n'
  expect((await readOne(file, headers)).rows).toEqual([
    ['Report "A"'],
    ['CN', 'Amount'],
    ['LE1234567', '1,500'],
  ])
  expect((await readOne('"Mirpur, AJK"\n"Lahore"')).rows).toEqual([['Mirpur, AJK'], ['Lahore']])
})

test('a file that was changed since it was chosen is to be chosen again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'zulf-file-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'payment.csv')
  await writeFile(path, 'CN,COD\n1,2\n')
  const file = await openAsBlob(path)
  await writeFile(path, 'CN,COD\n')
  expect(await readSpreadsheet(file, NO_HEADERS)).toMatchObject({
    ok: false,
    problem: expect.stringContaining('Choose it again.'),
  })
})
