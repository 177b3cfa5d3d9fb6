import { type ReactNode, useId, useState } from 'react'

interface TwoLineRowProps {
  /** A checkbox or a picture that stands before both lines. */
  start?: ReactNode
  /** What it is. A link with `rowLink` makes the whole row pressed. */
  title: ReactNode
  /** How many lines of a long title show. */
  titleLines?: keyof typeof TITLE_LINES
  /** The figure that matters, at the right edge. */
  figure?: ReactNode
  /** The second line. */
  children?: ReactNode
  /** The act of the row, which stands after both lines. */
  end?: ReactNode
  /** Rare acts and facts, behind "⋯". */
  more?: { label: string; content: ReactNode }
}

const TITLE_LINES = {
  one: 'truncate',
  two: 'line-clamp-2 [overflow-wrap:anywhere]',
  all: '',
}

/** Classes of the link in a title. The whole row is its target. */
export const rowLink = 'text-link font-semibold after:absolute after:inset-0'

/** A row of a list in two lines. Stands in a `ul`. */
export function TwoLineRow({
  start,
  title,
  titleLines = 'one',
  figure,
  children,
  end,
  more,
}: TwoLineRowProps) {
  const [isOpen, setIsOpen] = useState(false)
  const moreId = useId()
  return (
    <li className="border-b border-line">
      <div className="relative flex min-h-14 items-center gap-x-3 py-1.5">
        {start}
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <div className="flex min-w-0 flex-1 basis-24">
              <div className={`min-w-0 ${TITLE_LINES[titleLines]}`}>{title}</div>
            </div>
            <div className="font-semibold whitespace-nowrap tabular-nums empty:hidden">
              {figure}
            </div>
          </div>
          <div className="text-sm text-muted empty:hidden">{children}</div>
        </div>
        {/* Above the target of the whole row. */}
        <div className={`relative flex items-center empty:hidden ${more ? '-me-2' : ''}`}>
          {end}
          {more && (
            <button
              type="button"
              aria-label={more.label}
              aria-expanded={isOpen}
              aria-controls={moreId}
              onClick={() => setIsOpen(!isOpen)}
              className="grid size-touch place-items-center rounded-md text-xl hover:bg-sand"
            >
              ⋯
            </button>
          )}
        </div>
      </div>
      {more && (
        <div id={moreId} hidden={!isOpen} className="pb-2">
          {isOpen && more.content}
        </div>
      )}
    </li>
  )
}
