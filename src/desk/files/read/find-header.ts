/* The row with the headers: below titles, and of one row or two (docs/product.md, rule 22.22). */
import { fieldOfHeader, NAMES_PARCELS } from '#desk/files/aliases.ts'
import { type ColumnMapping, NAMING_FIELDS, type StatementField } from '#desk/files/fields.ts'

export interface HeaderColumn {
  index: number
  /** Unique in its file. */
  header: string
  /** What it may be called, the most exact first: of two rows both together, the lower one, the upper one. */
  names: string[]
}

export interface Header {
  /** The last row of it, from 0. */
  row: number
  columns: HeaderColumn[]
  /** Whether it names parcels, by headers that are known. */
  namesParcels: boolean
}

type Rows = readonly (readonly string[])[]

type Columns = Omit<Header, 'namesParcels'>

const MAX_TITLE_ROWS = 30

/** Undefined where no row has names of columns. */
export function findHeader(rows: Rows, format: string, mapping: ColumnMapping): Header | undefined {
  let best: Columns | undefined
  let most = 0
  for (const [row] of rows.slice(0, MAX_TITLE_ROWS).entries()) {
    for (const header of [headerAt(rows, row, 1), headerAt(rows, row, 2)]) {
      const points = header ? pointsOf(header, format, mapping) : 0
      if (points > most) [best, most] = [header, points]
    }
  }
  const isFound = most >= 2
  const other = isFound ? undefined : firstTextRow(rows)
  const found = other ?? (best && (isFound || best.columns.length > 1) ? best : undefined)
  return found && { ...found, namesParcels: isFound && most > NAMES_PARCELS }
}

function pointsOf({ columns }: Columns, format: string, mapping: ColumnMapping): number {
  const chosen = new Set(Object.values(mapping).filter(Boolean))
  const found = columns.flatMap((column) => {
    if (chosen.has(column.header)) return column.header
    return fieldOfColumn(column, format)?.field ?? []
  })
  const namesParcels =
    NAMING_FIELDS.some((field) => found.includes(field)) ||
    NAMING_FIELDS.some((field) => mapping[field] && found.includes(mapping[field]))
  return new Set(found).size + (namesParcels ? NAMES_PARCELS : 0)
}

export function fieldOfColumn(
  { names }: HeaderColumn,
  format: string,
): { field: StatementField; isOwn: boolean } | undefined {
  for (const name of names) {
    const found = fieldOfHeader(name, format)
    if (found) return found
  }
  return undefined
}

export function headerAt(rows: Rows, row: number, depth: 1 | 2): Columns | undefined {
  const upper = rows[row] ?? []
  if (depth === 1)
    return toHeader(
      row,
      upper.map((cell) => (cell ? [cell] : [])),
    )
  const lower = rows[row + 1] ?? []
  if (!lower.some(Boolean) || lower.some(looksLikeData)) return undefined
  let group = ''
  const names = Array.from({ length: Math.max(upper.length, lower.length) }, (_, index) => {
    // The name of a group stands in its first column alone.
    group = upper[index] || group
    const [top, bottom] = [upper[index] ?? '', lower[index] ?? '']
    if (!bottom) return top ? [top] : []
    return group ? [`${group} ${bottom}`, bottom, ...(top ? [top] : [])] : [bottom]
  })
  return toHeader(row + 1, names)
}

/** Numbers of parcels, amounts and dates. */
function looksLikeData(cell: string): boolean {
  return /\d{3}|^\d+$/.test(cell)
}

function toHeader(row: number, names: string[][]): Columns {
  const counts = new Map<string, number>()
  const columns = names.flatMap((namesOfColumn, index) => {
    const [name] = namesOfColumn
    if (!name) return []
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return { index, header: count > 1 ? `${name} (${count})` : name, names: namesOfColumn }
  })
  return { row, columns }
}

/** Of a file with headers that are not known. */
function firstTextRow(rows: Rows): Columns | undefined {
  const row = rows.findIndex((cells, nth) => {
    const filled = cells.filter(Boolean)
    const below = rows[nth + 1] ?? []
    return filled.length > 1 && !filled.some(looksLikeData) && below.some(looksLikeData)
  })
  return row < 0 ? undefined : headerAt(rows, row, 1)
}
