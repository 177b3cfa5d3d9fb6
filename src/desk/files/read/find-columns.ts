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
  /** The fields whose column is to be chosen: of which several may be, or one is needed and none is known. */
  asked: ColumnField[]
  /** All columns, with what they hold first. */
  headers: { header: string; samples: string[] }[]
  /** The sheets among which the admin can choose. */
  sheets?: string[]
}

export interface FoundColumns {
  columns: Columns
  report: ColumnReport
  /** What the admin has to choose, in one sentence. */
  question: string | undefined
}

const SAMPLES = 3

export function findColumns(
  rows: readonly (readonly string[])[],
  header: Header,
  names: HeaderNames,
): FoundColumns {
  const columns: Columns = {}
  const recognized: ColumnReport['recognized'] = []
  const several: ColumnField[] = []
  let question: string | undefined
  for (const field of FIELD_NAMES) {
    const [column, ...others] = columnsOf(field, header.columns, names)
    if (!column) continue
    if (others.length === 0) {
      columns[field] = column.index
      recognized.push({ field, header: column.header })
      continue
    }
    several.push(field)
    const headers = [column, ...others].map((one) => one.header)
    question ??= `Several columns may be “${FIELDS[field].label}”: ${headers.join(', ')}. Choose one.`
  }
  const missing = missingOf([...several, ...recognized.map(({ field }) => field)])
  if (missing.length > 0) question ??= missingQuestion(missing)
  const below = rows.slice(header.row + 1)
  const samplesOf = (index: number) =>
    [...new Set(below.flatMap((row) => row[index] || []))].slice(0, SAMPLES)
  const headers = header.columns.map(({ header, index }) => ({ header, samples: samplesOf(index) }))
  return { columns, report: { recognized, asked: [...several, ...missing], headers }, question }
}

/** Of the fields that say something, those of most files: they are asked first. */
const MOST_SAYING: readonly ColumnField[] = ['status', 'cash', 'toCollect', 'fee', 'tax']

/** The fields of which one is needed. A file of order ids and tracking numbers says whose the numbers are. */
function missingOf(found: readonly ColumnField[]): ColumnField[] {
  const names = NAMING_FIELDS.filter((field) => !found.includes(field))
  const isSaying = names.length === 0 || SAYING_FIELDS.some((field) => found.includes(field))
  if (isSaying && names.length < NAMING_FIELDS.length) return []
  return isSaying ? names : [...names, ...MOST_SAYING]
}

function missingQuestion(missing: readonly ColumnField[]): string {
  const names = NAMING_FIELDS.every((field) => missing.includes(field))
  const what = names ? 'the tracking numbers or order ids' : 'the states or amounts'
  return `The shop does not know yet which column has ${what}. Choose it. For a file of numbers, tracking numbers and order ids are enough.`
}
