/*
 * Which column of a file holds what: as the admin chose once, else by known headers. What is not certain is asked
 * (docs/product.md, rules 22.23 and 22.24).
 */
import {
  type ColumnMapping,
  FIELD_NAMES,
  NAMING_FIELDS,
  SAYING_FIELDS,
  STATEMENT_FIELDS,
  type StatementField,
} from '#desk/files/fields.ts'
import { fieldOfColumn, type Header, type HeaderColumn } from './find-header.ts'

export type Columns = Partial<Record<StatementField, number>>

export interface ColumnReport {
  /** The headers of the columns that are used. */
  recognized: { field: StatementField; header: string }[]
  /** Fields with several columns: the admin chooses one of them, or none. */
  ambiguous: { field: StatementField; headers: string[] }[]
  /** One of each group is needed, and there is none. */
  missing: StatementField[][]
  /** All columns, with what they hold first. */
  headers: { header: string; samples: string[] }[]
  /** The sheets among which the admin can choose. */
  sheets?: string[]
}

const SAMPLES = 3

export function findColumns(
  rows: readonly (readonly string[])[],
  header: Header,
  format: string,
  mapping: ColumnMapping,
): { columns: Columns; report: ColumnReport } {
  const found = new Map(
    FIELD_NAMES.map((field) => [field, columnsOf(field, header, format, mapping)]),
  )
  const columns: Columns = {}
  const report: ColumnReport = {
    recognized: [],
    ambiguous: [],
    missing: [],
    headers: header.columns.map((column) => ({
      header: column.header,
      samples: samplesOf(rows.slice(header.row + 1), column),
    })),
  }
  for (const [field, [column, ...others]] of found) {
    if (!column) continue
    const headers = [column, ...others].map((one) => one.header)
    if (others.length > 0) report.ambiguous.push({ field, headers })
    else {
      columns[field] = column.index
      report.recognized.push({ field, header: column.header })
    }
  }
  const isThere = (field: StatementField) => (found.get(field) ?? []).length > 0
  report.missing = [[...NAMING_FIELDS], [...SAYING_FIELDS]].filter((group) => !group.some(isThere))
  return { columns, report }
}

/** Those that may hold a field: one where that is certain. */
export function columnsOf(
  field: StatementField,
  header: Pick<Header, 'columns'>,
  format: string,
  mapping: ColumnMapping,
): HeaderColumn[] {
  if (mapping[field] === '') return []
  const chosen = header.columns.filter((column) => column.header === mapping[field])
  if (chosen.length > 0) return chosen
  const chosenForOthers = new Set(Object.values(mapping))
  const named = header.columns.flatMap((column) => {
    const known = chosenForOthers.has(column.header) ? undefined : fieldOfColumn(column, format)
    return known?.field === field ? { column, isOwn: known.isOwn } : []
  })
  const own = named.filter(({ isOwn }) => isOwn)
  return (own.length > 0 ? own : named).map(({ column }) => column)
}

function samplesOf(rows: readonly (readonly string[])[], { index }: HeaderColumn): string[] {
  return [...new Set(rows.flatMap((row) => row[index] || []))].slice(0, SAMPLES)
}

/** What the admin has to choose, in one sentence. Undefined where nothing is open. */
export function openQuestion({ ambiguous, missing }: ColumnReport): string | undefined {
  const [several] = ambiguous
  if (several) {
    const { label } = STATEMENT_FIELDS[several.field]
    return `Several columns may be “${label}”: ${several.headers.join(', ')}. Choose one.`
  }
  const [group] = missing
  if (!group) return undefined
  return group.includes('trackingNumber')
    ? 'No column of this file is known to have tracking numbers or order ids. Choose it.'
    : 'No column of this file is known to have a status or an amount. Choose it.'
}
