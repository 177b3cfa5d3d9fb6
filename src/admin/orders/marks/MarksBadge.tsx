import type { KeyboardEvent } from 'react'
import { type Destination, markTexts, type OrderMark } from './marks.ts'
import { OrderMarks } from './OrderMarks.tsx'

interface MarksBadgeProps {
  marks: readonly OrderMark[]
  /** Where the order goes. */
  to: Destination
}

/**
 * For a row: an exclamation mark that opens the sentences over the rows below. They are as wide as the next positioned
 * ancestor.
 */
export function MarksBadge({ marks, to }: MarksBadgeProps) {
  if (marks.length === 0) return null
  return (
    <details onKeyDown={closeOnEscape} onBlur={closeOnLeaving}>
      <summary className="relative z-10 flex min-h-touch min-w-touch cursor-pointer list-none flex-wrap items-center gap-1 [&::-webkit-details-marker]:hidden">
        <span
          aria-hidden="true"
          className="mx-auto grid size-6 place-items-center rounded-full bg-amber font-bold text-on-amber"
        >
          !
        </span>
        {markTexts(marks).map(({ badge }) => (
          <span key={badge} className="sr-only">
            {badge}
          </span>
        ))}
      </summary>
      <div className="absolute inset-x-0 top-full z-20 min-w-64 rounded-lg border border-edge bg-paper p-3 text-base whitespace-normal shadow-lg">
        <OrderMarks marks={marks} to={to} />
      </div>
    </details>
  )
}

function closeOnEscape({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>): void {
  if (key === 'Escape') currentTarget.open = false
}

function closeOnLeaving(event: React.FocusEvent<HTMLDetailsElement>): void {
  if (!event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false
}
