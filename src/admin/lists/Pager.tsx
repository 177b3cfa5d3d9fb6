import { Button } from '#kit/form/Button.tsx'

interface PagerProps {
  /** The accessible name: "Pages of customers". */
  label: string
  /** Undefined at the end of the list. */
  onNewer: (() => void) | undefined
  onOlder: (() => void) | undefined
}

/** Buttons that page through a list, newest first. A list of one page has none. */
export function Pager({ label, onNewer, onOlder }: PagerProps) {
  if (!onNewer && !onOlder) return null
  return (
    <nav aria-label={label} className="mt-6 flex justify-between gap-3">
      <Button variant="secondary" whyNot={!onNewer && 'These are the newest.'} onClick={onNewer}>
        Newer
      </Button>
      <Button variant="secondary" whyNot={!onOlder && 'These are the oldest.'} onClick={onOlder}>
        Older
      </Button>
    </nav>
  )
}
