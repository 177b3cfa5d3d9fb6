/*
 * Which column of a file holds what: as the admin chose once, else by known headers. What is not certain is asked
 * (docs/desk-rules.md, rules 22.23 and 22.24).
 */
import {
  type ColumnField,
  FIELD_NAMES,
  FIELDS,
  NAMING_FIELDS,
  SAYING_FIELDS,
} from '#desk/files/fields.ts'
import type { Header } from '#desk/files/header-row.ts'
import { columnsOf, type HeaderNames } from '#desk/files/headers.ts'

export type Columns = Partial<Record<ColumnField, number>>

export interface ColumnReport {
  /** The headers of the columns that are used. */
  recognized: { field: ColumnField; header: string }[]
  /** Fields with several columns: the admin chooses one of them, or none. */
  ambiguous: { field: ColumnField; headers: string[] }[]
  /** The fields of which one is needed, where the file does not name its parcels, or says nothing of them. */
  missing: ColumnField[]
  /** All columns, with what they hold first. */
  headers: { header: string; samples: string[] }[]
  /** The sheets among which the admin can choose. */
  sheets?: string[]
}

const SAMPLES = 3

export function findColumns(
  rows: readonly (readonly string[])[],
  header: Header,
  names: HeaderNames,
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
  const found = new Set<ColumnField>()
  for (const field of FIELD_NAMES) {
    const [column, ...others] = columnsOf(field, header.columns, names)
    if (!column) continue
    found.add(field)
    if (others.length > 0) {
      report.ambiguous.push({ field, headers: [column, ...others].map(({ header }) => header) })
    } else {
      columns[field] = column.index
      report.recognized.push({ field, header: column.header })
    }
  }
  report.missing = missingOf(found)
  return { columns, report }
}

/** Of the fields that say something, those of most files: they are asked first. */
const MOST_SAYING: readonly ColumnField[] = ['status', 'cash', 'toCollect', 'fee', 'tax']

/** A file of order ids and tracking numbers says whose the numbers are. */
function missingOf(found: ReadonlySet<ColumnField>): ColumnField[] {
  const names = NAMING_FIELDS.filter((field) => !found.has(field))
  const isSaying = names.length === 0 || SAYING_FIELDS.some((field) => found.has(field))
  if (isSaying && names.length < NAMING_FIELDS.length) return []
  return isSaying ? names : [...names, ...MOST_SAYING]
}

/** What the admin has to choose, in one sentence. Undefined where nothing is open. */
export function openQuestion({ ambiguous, missing }: ColumnReport): string | undefined {
  const [several] = ambiguous
  if (several) {
    const { label } = FIELDS[several.field]
    return `Several columns may be “${label}”: ${several.headers.join(', ')}. Choose one.`
  }
  if (missing.length === 0) return undefined
  const names = NAMING_FIELDS.every((field) => missing.includes(field))
  const what = names ? 'the tracking numbers or order ids' : 'the states or amounts'
  return `The shop does not know yet which column has ${what}. Choose it. For a file of numbers, tracking numbers and order ids are enough.`
}
