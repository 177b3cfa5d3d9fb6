import { Button } from '#ui/Button.tsx'

interface Props {
  /** What is only on this screen, as the beginning of a sentence. */
  what: string
  isShown: boolean
  onRetry: () => void
}

/** The mark of a change that the store does not have. */
export function NotSaved({ what, isShown, onRetry }: Props) {
  return (
    <div role="status">
      {isShown && (
        <div className="flex flex-wrap items-center gap-3 rounded-md border border-danger p-3">
          <p className="me-auto text-danger">{what} is not saved.</p>
          <Button variant="secondary" onClick={onRetry}>
            Retry
          </Button>
        </div>
      )}
    </div>
  )
}
