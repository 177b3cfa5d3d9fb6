import type { ReactNode } from 'react'

/*
 * Classes of a table. On small screens a row becomes a card: each cell shows the name of its column
 * from `data-label`, and the head is left to screen readers.
 */
export const dataTable = {
  table: 'w-full border-collapse text-start max-md:block',
  head: 'max-md:sr-only',
  headCell: 'border-b border-edge px-3 py-2 align-bottom text-sm font-semibold text-muted',
  body: 'max-md:grid max-md:gap-4',
  row: 'max-md:grid max-md:gap-2 max-md:rounded-lg max-md:border max-md:border-line max-md:p-4 md:border-b md:border-line',
  cell:
    'min-w-0 align-top md:px-3 md:py-3 max-md:flex max-md:flex-wrap max-md:gap-x-3 ' +
    'max-md:before:basis-[min(7.5rem,40%)] max-md:before:text-sm max-md:before:text-muted max-md:before:content-[attr(data-label)] ' +
    // Below its name where large text leaves it less room than this.
    'max-md:*:min-w-0 max-md:*:shrink max-md:*:grow max-md:*:basis-28',
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
  className?: string
}

/** Rows under named columns, which scroll sideways where large text leaves them no room; on small screens, cards. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  className = '',
}: DataTableProps<Row>) {
  return (
    <div className="relative md:overflow-x-auto">
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
  return isNumber ? 'md:text-end' : ''
}
