/*
 * Files in the shapes of couriers' portals. They are made up from the fields of live integrations: the portals' own
 * spreadsheets are not public.
 */
import type { ColumnMapping } from '#admin/money/read/fields.ts'
import { readStatement } from '#admin/money/read/read-statement.ts'
import { makeWorkbook, type WorkbookCell } from './workbook.ts'

export type Rows = WorkbookCell[][]

export function xlsx(rows: Rows, merged: string[] = []): File {
  return new File([makeWorkbook({ rows, merged })], 'file.xlsx')
}

export function csv(text: string, name = 'file.csv'): File {
  return new File([text], name)
}

export async function read(file: File, courier: string, mapping: ColumnMapping = {}) {
  const result = await readStatement(file, courier, mapping)
  if (!result.ok) throw new Error(result.problem)
  return { ...result, ...result.input }
}

export async function problemOf(file: File) {
  const result = await readStatement(file, 'postex', {})
  return result.ok ? undefined : result.problem
}

/** `cash 150000 2026-11-05` */
export function money(
  line: { money: { kind: string; amount: number; dated?: string }[] } | undefined,
) {
  return line?.money.map(({ kind, amount, dated }) =>
    [kind, amount, dated].filter(Boolean).join(' '),
  )
}
