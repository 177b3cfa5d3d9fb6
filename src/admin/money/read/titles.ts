/* What stands above the headers: `CPR No: CPR-1234`, or a label with its value in the next cell. */
import { fieldOfHeader } from './aliases.ts'
import { parseDate } from './dates.ts'

export interface Titles {
  paymentNumber?: string
  /** `2026-11-05` */
  paidOn?: string
}

export function titlesOf(rows: readonly (readonly string[])[], courier: string): Titles {
  const titles: Titles = {}
  for (const row of rows) {
    const cells = row.filter(Boolean)
    for (const [nth, cell] of cells.entries()) {
      const [label = '', ...rest] = cell.split(':')
      const value = rest.join(':').trim() || (cells[nth + 1] ?? '')
      const day = parseDate(value, 'day')?.day
      const field = fieldOfHeader(label, courier)?.field
      if (field === 'paymentNumber' && value) titles.paymentNumber ??= value
      if (field === 'paidOn' && day) titles.paidOn ??= day
    }
  }
  return titles
}
