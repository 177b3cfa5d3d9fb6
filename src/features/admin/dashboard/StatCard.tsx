import type { ReactNode } from 'react'

export interface StatCardProps {
  name: string
  value: string
  /** What the figure counts, or how it moves. */
  children?: ReactNode
}

export function StatCard({ name, value, children }: StatCardProps) {
  return (
    <li className="min-w-0 rounded-lg border border-line p-5">
      <h2 className="font-body text-base font-semibold text-muted">{name}</h2>
      <p className="mt-1 text-h3 font-semibold tabular-nums [overflow-wrap:anywhere]">{value}</p>
      {children && <div className="mt-2 text-sm text-muted">{children}</div>}
    </li>
  )
}
