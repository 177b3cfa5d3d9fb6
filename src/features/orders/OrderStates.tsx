/* The ways an order page has nothing to show, and the wait before it has. */
import { paths } from '#paths.ts'
import { Button } from '#ui/Button.tsx'
import { buttonClass } from '#ui/button.ts'
import { EmptyState } from '#ui/EmptyState.tsx'

export function OrderLoading() {
  return (
    <p role="status" className="py-section text-center text-muted">
      Loading your order...
    </p>
  )
}

export function OrderMissing() {
  return (
    <EmptyState as="h1" title="Order not found">
      <a href={paths.home} className={buttonClass('primary')}>
        Return to home page
      </a>
    </EmptyState>
  )
}

export interface OrderNotShownProps {
  title: string
  hint: string
  onRetry: () => void
}

/** The order may well be there; it only could not be looked at now. */
export function OrderNotShown({ title, hint, onRetry }: OrderNotShownProps) {
  return (
    <EmptyState as="h1" title={title} hint={hint}>
      <Button variant="primary" onClick={onRetry}>
        Retry
      </Button>
    </EmptyState>
  )
}
