import { Fragment, type ReactNode } from 'react'
import { useMedia } from './useMedia.ts'

export interface Column<Row> {
  name: string
  /** In place of the name, which screen readers still say of the cells. */
  head?: ReactNode
  show: (row: Row) => ReactNode
  /** Aligns figures at the right, each in one line. */
  isNumber?: boolean
  /** A class for its width, in a table with `table-fixed`. */
  width?: string
}

export interface DataTableProps<Row> {
  /** For screen readers only: the heading of the page says the same. */
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** A row where columns have no room: a TwoLineRow. */
  narrow: (row: Row) => ReactNode
  /** A media query: how wide a screen has room for the columns. */
  fits?: string
  className?: string
}

/** The breakpoint `lg` of Tailwind. */
const COLUMNS_FIT = '(width >= 62.0625rem)'

/**
 * Rows under named columns, which scroll sideways where large text leaves them no room; on narrow screens, rows of two
 * lines. Only for islands that are not rendered at build time.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  narrow,
  fits = COLUMNS_FIT,
  className = '',
}: DataTableProps<Row>) {
  const hasColumns = useMedia(fits)
  if (!hasColumns) {
    return (
      <ul aria-label={caption} className="border-t border-line">
        {rows.map((row) => (
          <Fragment key={keyOf(row)}>{narrow(row)}</Fragment>
        ))}
      </ul>
    )
  }
  return (
    <div className="relative overflow-x-auto">
      <table className={`w-full border-collapse text-start ${className}`}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, head = name, isNumber, width = '' }) => (
              <th
                key={name}
                scope="col"
                className={`border-b border-edge px-3 py-2 align-bottom text-sm font-semibold text-muted ${isNumber ? 'text-end' : ''} ${width}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line">
              {columns.map(({ name, show, isNumber }) => (
                <td
                  key={name}
                  className={`min-w-0 px-3 py-3 align-top tabular-nums ${isNumber ? 'text-end whitespace-nowrap' : ''}`}
                >
                  <div className="min-w-0">{show(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
