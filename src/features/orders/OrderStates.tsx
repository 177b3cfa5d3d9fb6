/* The three ways an order page has nothing to show, and the wait before it has. */
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

export function OrderUnreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      as="h1"
      title="We could not load your order"
      hint="The connection may be weak. Your order itself is safe."
    >
      <Button variant="primary" onClick={onRetry}>
        Retry
      </Button>
    </EmptyState>
  )
}

export function OrderLimited({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      as="h1"
      title="Too many look-ups"
      hint="Many unknown order numbers were asked for from your connection. Please wait ten minutes and try again."
    >
      <Button variant="primary" onClick={onRetry}>
        Retry
      </Button>
    </EmptyState>
  )
}
