import type { ReactNode } from 'react'
import { amountText, type Sum } from '#order/sums.ts'

export interface SumsProps {
  sums: readonly Sum[]
  /** Below the last. */
  note?: string
  renderLabel?: (sum: Sum) => ReactNode
  renderAmount?: (sum: Sum) => ReactNode
}

const RESULT = 'border-t border-line pt-3 text-h3 font-semibold'

/** Amounts under each other. The last is what they come to. */
export function Sums({ sums, note, renderLabel = labelOf, renderAmount = amountText }: SumsProps) {
  return (
    <div className="grid gap-3">
      <dl className="grid gap-3 tabular-nums">
        {sums.map((sum) => (
          <div
            key={sum.name}
            className={`flex flex-wrap justify-between gap-x-4 ${sum === sums.at(-1) ? RESULT : ''}`}
          >
            <dt>{renderLabel(sum)}</dt>
            <dd translate={sum.name === 'shipping' ? undefined : 'no'}>{renderAmount(sum)}</dd>
          </div>
        ))}
      </dl>
      {note && <p className="text-end text-muted text-sm">{note}</p>}
    </div>
  )
}

function labelOf({ label }: Sum): string {
  return label
}
