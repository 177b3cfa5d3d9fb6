import { Button } from '#kit/form/Button.tsx'
import { tryAgain } from '#kit/remote/try-again.ts'

export interface LoadProblemProps {
  /** What could not be loaded, as a sentence. */
  title: string
  /** Why it could not be loaded. */
  error: unknown
  onRetry: () => void
  /** Whether another button of the page is filled. */
  isBeside?: boolean
}

/** Says what could not be loaded, with a Retry button. */
export function LoadProblem({ title, error, onRetry, isBeside = false }: LoadProblemProps) {
  return (
    <div
      role="alert"
      className="grid justify-items-start gap-4 rounded-lg border border-danger p-5"
    >
      <div>
        <p className="font-semibold">{title}</p>
        <p className="text-muted">{tryAgain(error)}</p>
      </div>
      <Button variant={isBeside ? 'secondary' : 'primary'} onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
