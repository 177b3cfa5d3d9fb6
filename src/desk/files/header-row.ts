/* The row with the headers: below titles, and of one row or two (docs/desk-rules.md, rule 22.22). */

/** Headers that are known, as headerKey() writes them, and how much each says that a row has the headers. */
export type KnownHeaders = ReadonlyMap<string, number>

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
  /** How much says that it has the headers: 0 where none is known. */
  points: number
}

type Rows = readonly (readonly string[])[]

/** The points of a header that names parcels. It wins over any other: titles may have more headers, of the payment. */
export const NAMES_PARCELS = 100

const MAX_TITLE_ROWS = 30

/** `booked_packet_cn`, `Booked Packet CN (Rs.)` → `bookedpacketcn`. */
export function headerKey(header: string): string {
  return header
    .toLowerCase()
    .replace(/\(?\b(rs|pkr)\b\.?\)?|\(\s*[\d.]+\s*%\s*\)/g, '')
    .replace(/[^a-z0-9]/g, '')
}

/** Whether it names parcels, by headers that are known. */
export function namesParcels({ points }: Header): boolean {
  return points >= NAMES_PARCELS
}

/** Undefined where no row has names of columns. */
export function findHeader(rows: Rows, known: KnownHeaders): Header | undefined {
  let best: Header | undefined
  // One row is enough where two say no more: the upper one may be a title.
  for (const depth of [1, 2] as const) {
    for (const row of rows.slice(0, MAX_TITLE_ROWS).keys()) {
      const header = headerAt(rows, row, depth, known)
      if (header && header.points > (best?.points ?? 0)) best = header
    }
  }
  if (best && best.points >= 2) return best
  const row = rows.findIndex(isAboveData)
  return headerAt(rows, row, 1, known) ?? (best && best.columns.length > 1 ? best : undefined)
}

/** Whether a row may be a header that is not known: the row below has data, and this one has none. */
function isAboveData(cells: readonly string[], row: number, rows: Rows): boolean {
  const filled = cells.filter(Boolean)
  const below = rows[row + 1] ?? []
  return filled.length > 1 && !filled.some(looksLikeData) && below.some(looksLikeData)
}

export function headerAt(
  rows: Rows,
  row: number,
  depth: 1 | 2,
  known: KnownHeaders,
): Header | undefined {
  const upper = rows[row]
  const lower = rows[row + 1] ?? []
  if (!upper) return undefined
  if (depth === 1)
    return toHeader(
      row,
      upper.map((cell) => (cell ? [cell] : [])),
      known,
    )
  if (!lower.some(Boolean) || [...upper, ...lower].some(looksLikeData)) return undefined
  let group = ''
  const names = Array.from({ length: Math.max(upper.length, lower.length) }, (_, index) => {
    // The name of a group stands in its first column alone.
    group = upper[index] || group
    const [top, bottom] = [upper[index] ?? '', lower[index] ?? '']
    const both = group && bottom && `${group} ${bottom}`
    return [both, bottom, top].filter(Boolean)
  })
  return toHeader(row + 1, names, known)
}

/** Numbers of parcels, amounts and dates. */
function looksLikeData(cell: string): boolean {
  return /\d{3}|^\d+$/.test(cell)
}

function toHeader(row: number, names: string[][], known: KnownHeaders): Header {
  const counts = new Map<string, number>()
  const columns = names.flatMap((namesOfColumn, index) => {
    const [name] = namesOfColumn
    if (!name) return []
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return { index, header: count > 1 ? `${name} (${count})` : name, names: namesOfColumn }
  })
  const keys = columns.flatMap(
    ({ header, names }) => [header, ...names].map(headerKey).find((key) => known.has(key)) ?? [],
  )
  const points = [...new Set(keys)].reduce((sum, key) => sum + (known.get(key) ?? 0), 0)
  return { row, columns, points }
}
