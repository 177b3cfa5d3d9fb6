import { Button } from './Button.tsx'

export interface PagerProps {
  /** What is paged through, for the ear: "Pages of customers". */
  label: string
  /** Absent where there is nothing that way. */
  onNewer: (() => void) | undefined
  onOlder: (() => void) | undefined
}

/** Steps through a list from the newest to the oldest. A list of one page needs none. */
export function Pager({ label, onNewer, onOlder }: PagerProps) {
  if (!onNewer && !onOlder) return null
  return (
    <nav aria-label={label} className="mt-6 flex justify-between gap-3">
      <Button variant="secondary" disabled={!onNewer} onClick={onNewer}>
        Newer
      </Button>
      <Button variant="secondary" disabled={!onOlder} onClick={onOlder}>
        Older
      </Button>
    </nav>
  )
}
