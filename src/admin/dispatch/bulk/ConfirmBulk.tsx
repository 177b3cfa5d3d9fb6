import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { formatCount, type OrderSummary } from '#admin/order/orders.ts'
import { Button } from '#kit/form/Button.tsx'
import { type OrderStatus, statusName } from '#order/order.ts'
import type { BulkStore } from './bulk.store.ts'
import { describePlan, type NumberProblem, namesOfRisky, planBulk } from './bulk-plan.ts'

interface Props {
  bulk: BulkStore
  orders: readonly OrderSummary[]
  problems: ReadonlyMap<string, NumberProblem>
  onClose: () => void
}

/**
 * Says what will change, and leaves delivered and cancelled orders out unless they are ticked here. Outside
 * of the bar, whose form a narrower screen hides.
 */
export function ConfirmBulk({ bulk, orders, problems, onClose }: Props) {
  const choice = useStore(bulk.$choice)
  const [included, setIncluded] = useState<ReadonlySet<OrderStatus>>(new Set())
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const plan = planBulk(orders, choice, included)
  const { lines, risky } = plan

  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])

  function toggle(status: OrderStatus): void {
    const statuses = new Set(included)
    if (!statuses.delete(status)) statuses.add(status)
    setIncluded(statuses)
  }

  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-lg overflow-y-auto rounded-lg border border-line bg-paper p-4 sm:p-6 text-start text-ink backdrop:bg-[#12181599]"
    >
      <div className="grid gap-4">
        <h2 id={titleId} className="text-h3">
          {lines.length > 0 ? `Change ${formatCount(lines.length)}?` : 'Nothing to change'}
        </h2>
        {risky.size > 0 && (
          <fieldset className="rounded-md border border-amber p-3">
            <legend className="px-1 font-semibold text-amber">{namesOfRisky(risky)}</legend>
            <p>Left out, unless you tick them in:</p>
            {[...risky].map(([status, count]) => (
              <label key={status} className="flex min-h-touch items-center gap-3">
                <input
                  type="checkbox"
                  checked={included.has(status)}
                  onChange={() => toggle(status)}
                  className="size-5 accent-forest"
                />
                Change {count} {statusName(status).toLowerCase()} too
              </label>
            ))}
          </fieldset>
        )}
        <ul aria-live="polite" className="grid gap-1">
          {describePlan(plan).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          {lines
            .filter(({ id }) => problems.has(id))
            .map(({ id }) => (
              <li key={id} className="text-amber">
                {id}: {problems.get(id)?.text}
              </li>
            ))}
        </ul>
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
          {lines.length > 0 && (
            <Button
              variant="primary"
              onClick={() => {
                dialog.current?.close()
                void bulk.start(lines)
              }}
            >
              Change {formatCount(lines.length)}
            </Button>
          )}
        </div>
      </div>
    </dialog>,
    document.body,
  )
}
