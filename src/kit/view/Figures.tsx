import type { ReactNode } from 'react'

export interface FiguresProps {
  rows: { label: string; value: ReactNode }[]
  /** The sum of the rows. */
  total: { label: string; value: ReactNode }
  /** Below the total. */
  note?: string
}

/** Amounts under each other, and their total. */
export function Figures({ rows, total, note }: FiguresProps) {
  return (
    <div className="grid gap-3">
      <dl className="grid gap-3 tabular-nums">
        {rows.map(({ label, value }) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className="flex flex-wrap justify-between gap-x-4 border-t border-line pt-3 text-h3 font-semibold">
          <dt>{total.label}</dt>
          <dd>{total.value}</dd>
        </div>
      </dl>
      {note && <p className="text-end text-muted text-sm">{note}</p>}
    </div>
  )
}
