import { Button } from '#kit/form/Button.tsx'

interface RowDoneProps {
  /** What was saved: "Confirmed". It takes the place of the button that was pressed. */
  done: string
  /** Which row it is about, for screen readers. */
  about?: string | undefined
  isBusy: boolean
  /** Absent where it is undone elsewhere on the page. */
  onUndo?: ((event: React.MouseEvent<HTMLElement>) => void) | undefined
}

/** What was pressed in a row. Undo stands before it, where a second tap of the same thumb does not land. */
export function RowDone({ done, about, isBusy, onUndo }: RowDoneProps) {
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      {onUndo && (
        <Button
          variant="quiet"
          className="px-0!"
          isBusy={isBusy}
          about={about && `of ${about}`}
          onClick={onUndo}
        >
          Undo
        </Button>
      )}
      <span className="min-w-touch text-center text-sm font-semibold text-forest">
        {/* Without the word a row of a phone stays as high as it was. */}✓{' '}
        <span className={about ? 'max-sm:sr-only' : ''}>{done}</span>
      </span>
    </span>
  )
}
