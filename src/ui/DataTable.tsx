import type { ReactNode } from 'react'
import { dataTable } from './data-table.ts'

export interface Column<Row> {
  name: string
  show: (row: Row) => ReactNode
  /** Aligns figures at the right. */
  isNumber?: boolean
}

export interface DataTableProps<Row> {
  /** For screen readers only: the heading of the page says the same. */
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** Rows under named columns; on small screens, cards. */
export function DataTable<Row>({ caption, columns, rows, keyOf }: DataTableProps<Row>) {
  return (
    <table className={dataTable.table}>
      <caption className="sr-only">{caption}</caption>
      <thead className={dataTable.head}>
        <tr>
          {columns.map(({ name, isNumber }) => (
            <th key={name} scope="col" className={`${dataTable.headCell} ${align(isNumber)}`}>
              {name}
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
  )
}

function align(isNumber = false): string {
  return isNumber ? 'md:text-right' : ''
}
