import { buttonClass } from '#kit/form/Button.tsx'
import { EmptyState } from '#kit/list/EmptyState.tsx'
import { lineKey } from '#order/order-lines.ts'
import { paths } from '#paths.ts'
import { RemoveButton } from './RemoveButton.tsx'
import type { ShownLine } from './removed-lines.ts'

/** An empty cart, with an "Undo" for each line that was removed on this page. */
export function EmptyCart({ removed = [] }: { removed?: readonly ShownLine[] }) {
  return (
    <EmptyState title="Your cart is empty">
      {removed.length > 0 && (
        <ul aria-label="Removed" className="grid w-full gap-1">
          {removed.map((line) => (
            <li
              key={lineKey(line.item)}
              className="flex flex-wrap items-center justify-center gap-x-3"
            >
              <span role="status" className="text-muted">
                Removed
              </span>
              <span translate="no">{`${line.item.name} (${line.item.size})`}</span>
              <RemoveButton line={line} />
            </li>
          ))}
        </ul>
      )}
      <a href={paths.products} className={buttonClass('primary')}>
        Continue Shopping
      </a>
      <a href={paths.findOrder} className={buttonClass('quiet')}>
        Find an order
      </a>
    </EmptyState>
  )
}
