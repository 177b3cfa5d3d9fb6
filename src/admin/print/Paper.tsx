import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** Pages that are printed instead of everything else (print.css). `paper` names their size there. */
export function PrintedPages({ paper, children }: { paper: string; children: ReactNode }) {
  return createPortal(
    <div className="print-sheet" data-paper={paper}>
      {children}
    </div>,
    document.body,
  )
}

interface A4PaperProps {
  title: string
  /** Below the title. */
  beneath?: ReactNode
  /** At the right edge: whose paper it is, and more about it. */
  whose: string | undefined
  more: ReactNode
  children: ReactNode
}

/** A paper with a title, on as many A4 pages as it needs. */
export function A4Paper({ title, beneath, whose, more, children }: A4PaperProps) {
  return (
    <PrintedPages paper="a4">
      <article className="grid gap-6">
        <div className="flex flex-wrap justify-between gap-4">
          <div>
            <p className="font-heading text-h2">{title}</p>
            {beneath}
          </div>
          <div className="text-end">
            <strong className="block text-h3">{whose}</strong>
            {more}
          </div>
        </div>
        {children}
      </article>
    </PrintedPages>
  )
}

interface PaperTableProps<Row> {
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The name of each, and what a cell shows. */
  columns: readonly [name: string, show: (row: Row) => ReactNode][]
  /** The names of the columns with figures, which end at the right. */
  figures?: readonly string[]
  /** Another body, such as of sums. A tfoot would stand on every page. */
  children?: ReactNode
}

export function PaperTable<Row>({
  rows,
  keyOf,
  columns,
  figures = [],
  children,
}: PaperTableProps<Row>) {
  const align = (name: string) => (figures.includes(name) ? 'text-end' : '')
  return (
    <table className="w-full text-start tabular-nums">
      <thead>
        <tr>
          {columns.map(([name]) => (
            <th key={name} scope="col" className={align(name)}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(([name, show]) => (
              <td key={name} className={align(name)}>
                {show(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {children}
    </table>
  )
}
