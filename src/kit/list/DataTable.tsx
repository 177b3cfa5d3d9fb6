import { Fragment, type ReactNode } from 'react'
import { useMedia } from '#kit/useMedia.ts'

/*
 * Classes of a table. Where there is no room a row becomes a card: each cell shows the name of its column
 * from `data-label`, and the head is left to screen readers.
 */
export const dataTable = {
  table: 'w-full border-collapse text-start max-lg:block',
  head: 'max-lg:sr-only',
  headCell: 'border-b border-edge px-3 py-2 align-bottom text-sm font-semibold text-muted',
  body: 'max-lg:grid max-lg:gap-4',
  row: 'max-lg:grid max-lg:gap-2 max-lg:rounded-lg max-lg:border max-lg:border-line max-lg:p-4 lg:border-b lg:border-line',
  cell:
    'min-w-0 align-top lg:px-3 lg:py-3 max-lg:flex max-lg:flex-wrap max-lg:gap-x-3 ' +
    'max-lg:before:basis-[min(7.5rem,40%)] max-lg:before:text-sm max-lg:before:text-muted max-lg:before:content-[attr(data-label)] ' +
    // Below its name where large text leaves it less room than this.
    'max-lg:*:min-w-0 max-lg:*:shrink max-lg:*:grow max-lg:*:basis-28',
} as const

export interface Column<Row> {
  name: string
  /** In place of the name, which screen readers still say of the cells. */
  head?: ReactNode
  show: (row: Row) => ReactNode
  /** Aligns figures at the right. */
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
  /** A row where columns have no room: a TwoLineRow. Without it a card names each cell. */
  narrow?: (row: Row) => ReactNode
  /** A media query: how wide a screen has room for the columns. */
  fits?: string
  className?: string
}

/** As wide as Tailwind's `lg`. */
const COLUMNS_FIT = '(width >= 62.0625rem)'

/**
 * Rows under named columns, which scroll sideways where large text leaves them no room; on narrow screens, rows of two
 * lines, or cards. Only for islands that are not rendered at build time.
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
  if (narrow && !hasColumns) {
    return (
      <ul aria-label={caption} className="border-t border-line">
        {rows.map((row) => (
          <Fragment key={keyOf(row)}>{narrow(row)}</Fragment>
        ))}
      </ul>
    )
  }
  return (
    <div className="relative lg:overflow-x-auto">
      <table className={`${dataTable.table} ${className}`}>
        <caption className="sr-only">{caption}</caption>
        <thead className={dataTable.head}>
          <tr>
            {columns.map(({ name, head = name, isNumber, width = '' }) => (
              <th
                key={name}
                scope="col"
                className={`${dataTable.headCell} ${align(isNumber)} ${width}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={dataTable.body}>
          {rows.map((row) => (
            <tr key={keyOf(row)} className={dataTable.row}>
              {columns.map(({ name, show, isNumber }) => (
                <td
                  key={name}
                  data-label={name}
                  className={`${dataTable.cell} ${align(isNumber)} tabular-nums`}
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

function align(isNumber = false): string {
  return isNumber ? 'lg:text-end' : ''
}
