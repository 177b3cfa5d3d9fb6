/*
 * Which column of a file holds what: as the admin chose once, else by known headers. What is not certain is asked
 * (docs/product.md, rules 22.23 and 22.24).
 */
import {
  FIELD_NAMES,
  NAMING_FIELDS,
  SAYING_FIELDS,
  STATEMENT_FIELDS,
  type StatementField,
} from '#desk/files/fields.ts'
import type { Header } from '#desk/files/header-row.ts'
import { columnsOf, type Naming } from '#desk/files/headers.ts'

export type Columns = Partial<Record<StatementField, number>>

export interface ColumnReport {
  /** The headers of the columns that are used. */
  recognized: { field: StatementField; header: string }[]
  /** Fields with several columns: the admin chooses one of them, or none. */
  ambiguous: { field: StatementField; headers: string[] }[]
  /** One of each group is needed, and there is none. */
  missing: (readonly StatementField[])[]
  /** All columns, with what they hold first. */
  headers: { header: string; samples: string[] }[]
  /** The sheets among which the admin can choose. */
  sheets?: string[]
}

const SAMPLES = 3

export function findColumns(
  rows: readonly (readonly string[])[],
  header: Header,
  naming: Naming,
): { columns: Columns; report: ColumnReport } {
  const columns: Columns = {}
  const below = rows.slice(header.row + 1)
  const samplesOf = (index: number) =>
    [...new Set(below.flatMap((row) => row[index] || []))].slice(0, SAMPLES)
  const report: ColumnReport = {
    recognized: [],
    ambiguous: [],
    missing: [],
    headers: header.columns.map(({ header, index }) => ({ header, samples: samplesOf(index) })),
  }
  const found = new Set<StatementField>()
  for (const field of FIELD_NAMES) {
    const [column, ...others] = columnsOf(field, header.columns, naming)
    if (!column) continue
    found.add(field)
    if (others.length > 0) {
      report.ambiguous.push({ field, headers: [column, ...others].map(({ header }) => header) })
    } else {
      columns[field] = column.index
      report.recognized.push({ field, header: column.header })
    }
  }
  report.missing = [NAMING_FIELDS, SAYING_FIELDS].filter(
    (group) => !group.some((field) => found.has(field)),
  )
  return { columns, report }
}

/** What the admin has to choose, in one sentence. Undefined where nothing is open. */
export function openQuestion({ ambiguous, missing }: ColumnReport): string | undefined {
  const [several] = ambiguous
  if (several) {
    const { label } = STATEMENT_FIELDS[several.field]
    return `Several columns may be “${label}”: ${several.headers.join(', ')}. Choose one.`
  }
  const [group] = missing
  const what = group === NAMING_FIELDS ? 'tracking numbers or order ids' : 'a status or an amount'
  return group && `No column of this file is known to have ${what}. Choose it.`
}
