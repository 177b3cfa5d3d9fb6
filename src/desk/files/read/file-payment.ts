/* What a file says of its payment: number and day by its titles, the numbers in its rows, and what it pays. */

import type { ColumnField } from '#desk/files/fields.ts'
import { fieldOfHeader } from '#desk/files/headers.ts'
import { parseAmount } from './amounts.ts'
import { parseDate } from './dates.ts'
import type { FileRow, RowFacts } from './row-facts.ts'
import type { SortedRows } from './row-kinds.ts'

export interface Titles {
  paymentNumber?: string
  /** `2026-11-05` */
  paidOn?: string
}

/** Reads the rows above the headers: `CPR No: CPR-1234`, or a label with its value in the next cell. */
export function titlesOf(rows: readonly (readonly string[])[], format: string): Titles {
  const titles: Titles = {}
  for (const row of rows) {
    const cells = row.filter(Boolean)
    for (const [nth, cell] of cells.entries()) {
      const [label = '', ...rest] = cell.split(':')
      const value = rest.join(':').trim() || (cells[nth + 1] ?? '')
      const day = parseDate(value, 'day')?.day
      const field = fieldOfHeader(label, format)?.field
      if (field === 'paymentNumber' && value) titles.paymentNumber ??= value
      if (field === 'paidOn' && day) titles.paidOn ??= day
    }
  }
  return titles
}

/** `CPR_Transactions_1234567 (1).csv` → `1234567`. Undefined where the number is a day. */
export function numberInName(fileName: string): string | undefined {
  const [, number] =
    /(?:^|[^a-z])cpr(?:[\s_-]*(?:no|number|transactions?))?[\s_.#-]*(\d{4,9})(?![\d_-]*\d)/i.exec(
      fileName,
    ) ?? []
  return number && !/^20\d{6}$/.test(number) ? number : undefined
}

const NUMBER_FIELDS: readonly ColumnField[] = ['paymentNumber', 'upfrontNumber', 'reserveNumber']

export interface PaymentNumbers {
  /** The only number that all paid rows have. */
  common: string | undefined
  /** How many there are. */
  count: number
}

/** The numbers of the payments that a row is about. */
export function numbersOf({ texts }: RowFacts): string[] {
  return NUMBER_FIELDS.flatMap((field) => texts[field] ?? [])
}

export function paymentNumbers(rows: readonly RowFacts[]): PaymentNumbers {
  const ofRows = rows.map(numbersOf).filter(({ length }) => length > 0)
  const [first = []] = ofRows
  const common = new Set(first.filter((number) => ofRows.every((row) => row.includes(number))))
  return {
    common: common.size === 1 ? [...common][0] : undefined,
    count: new Set(ofRows.flat()).size,
  }
}

/** What a file pays: the net amount of its last total, else the sum of those of its rows. Undefined without either. */
export function netOfFile({ parcels, totals }: SortedRows): number | undefined {
  const ofTotals = totals.flatMap((total) => netOf(total) ?? labelledNet(total) ?? [])
  const nets = parcels.flatMap((row) => netOf(row) ?? [])
  return ofTotals.at(-1) ?? (nets.length > 0 ? nets.reduce((sum, net) => sum + net) : undefined)
}

function netOf({ cellOf }: FileRow): number | undefined {
  return cellOf.net ? parseAmount(cellOf.net)?.minor : undefined
}

/** `Net payable`, and one amount somewhere beside it. */
function labelledNet({ cells }: FileRow): number | undefined {
  const label = cells.find((cell) => /^net\b/i.test(cell))
  if (!label) return undefined
  const amounts = [label.replace(/^[^\d(-]*/, ''), ...cells.filter((cell) => cell !== label)]
    .filter((cell) => /\d/.test(cell))
    .map((cell) => parseAmount(cell)?.minor)
  return amounts.length === 1 ? amounts[0] : undefined
}
