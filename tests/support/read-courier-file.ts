/*
 * Files in the shapes of couriers' portals. They are made up from the fields of live integrations: the portals' own
 * spreadsheets are not public.
 */

import type { ColumnMapping } from '#desk/files/fields.ts'
import { knownHeaders } from '#desk/files/headers.ts'
import type { FileReading } from '#desk/files/read/courier-file.ts'
import { readCourierFile } from '#desk/files/read/read-courier-file.ts'
import type { TaughtWords } from '#desk/files/read/status-words.ts'
import { readSpreadsheet } from '#desk/files/read-spreadsheet.ts'
import { makeWorkbook, type WorkbookCell } from './workbook.ts'

export type Rows = WorkbookCell[][]

export function xlsx(rows: Rows, merged: string[] = []): File {
  return new File([makeWorkbook({ rows, merged })], 'file.xlsx')
}

export function csv(text: string, name = 'file.csv'): File {
  return new File([text], name)
}

/** The days of the files are near it. */
const TODAY = new Date('2026-11-27T12:00:00+05:00')

export async function read(
  file: File,
  courier: string,
  mapping: ColumnMapping = {},
  words: TaughtWords = {},
) {
  const result = await readWhole(file, courier, mapping, { words })
  if (!result.ok) throw new Error(result.problem)
  return { ...result, ...result.input }
}

export async function readWhole(
  file: File,
  courier: string,
  mapping: ColumnMapping = {},
  options: { words?: TaughtWords; sheet?: string } = {},
): Promise<FileReading> {
  const cells = await readSpreadsheet(file, knownHeaders(mapping))
  if (!cells.ok) return cells
  return readCourierFile(cells.sheets, {
    fileName: file.name,
    courier,
    format: courier,
    mapping,
    today: TODAY,
    words: {},
    sheet: undefined,
    ...options,
  })
}

export async function problemOf(file: File) {
  const result = await readWhole(file, 'postex')
  return result.ok ? undefined : result.problem
}

/** `cash 150000 2026-11-05` */
export function money(
  line: { money: { kind: string; amount: number; dated?: string | undefined }[] } | undefined,
) {
  return line?.money.map(({ kind, amount, dated }) =>
    [kind, amount, dated].filter(Boolean).join(' '),
  )
}
