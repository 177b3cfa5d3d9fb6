/* What is said of an order and of what is typed on its page. */
import { useStore } from '@nanostores/react'
import { formatDifference } from '#admin/acts/differences.ts'
import { UntrustedText } from '#admin/kit/UntrustedText.tsx'
import { Button } from '#kit/form/Button.tsx'
import type { OrderDetailStore } from './order-detail.store.ts'

/** What another tab, another admin or the customer changed while something was typed here. */
export function Meanwhile({ detail }: { detail: OrderDetailStore }) {
  const differences = useStore(detail.$meanwhile)
  return (
    <div role="alert">
      {differences && (
        <div className="mt-4 grid gap-1 rounded-lg border border-amber p-4">
          <p className="font-semibold">
            This order changed meanwhile{differences.length > 0 ? ':' : '.'}
          </p>
          {differences.length > 0 && (
            <ul>
              {differences.map((difference) => (
                <li key={difference.label}>
                  <UntrustedText isWhole>{formatDifference(difference)}</UntrustedText>
                </li>
              ))}
            </ul>
          )}
          <p>
            The page shows the new order. What you typed is still here: check it and save again.
          </p>
        </div>
      )}
    </div>
  )
}

/** What was typed before a reload, and is not saved. */
export function Restored({ detail }: { detail: OrderDetailStore }) {
  const restored = useStore(detail.$restored)
  return (
    <div role="status">
      {restored && (
        <div className="mt-4 grid justify-items-start gap-2 rounded-lg border border-amber p-4">
          <p>
            {restored === 'changed'
              ? 'This order changed since you typed here. What you typed is filled in again: compare it with the order before you save.'
              : 'What you typed here before is filled in again, and not saved yet.'}
          </p>
          <Button onClick={detail.discardTyped}>Discard What I Typed</Button>
        </div>
      )}
    </div>
  )
}

export function ErasedNotice() {
  return (
    <p role="status" className="rounded-lg border border-line p-4">
      The personal data of this order has been erased. What was bought, its sums and its dates are
      kept, and nothing of it can be changed any more.
    </p>
  )
}
