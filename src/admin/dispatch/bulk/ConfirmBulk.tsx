import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { formatCount, type OrderSummary } from '#admin/order/orders.ts'
import { ConfirmDialog } from '#kit/form/ConfirmDialog.tsx'
import { type OrderStatus, statusName } from '#order/status.ts'
import { EndFields } from '../EndFields.tsx'
import { describePlan, namesOfRisky } from '../sentences.ts'
import type { BulkStore } from './bulk.store.ts'
import { type NumberProblem, planBulk } from './plan.ts'

interface Props {
  bulk: BulkStore
  orders: readonly OrderSummary[]
  problems: ReadonlyMap<string, NumberProblem>
  onClose: () => void
}

/** Says what will change, and leaves delivered and cancelled orders out unless they are ticked here. */
export function ConfirmBulk({ bulk, orders, problems, onClose }: Props) {
  const choice = useStore(bulk.$choice)
  const [included, setIncluded] = useState<ReadonlySet<OrderStatus>>(new Set())
  const plan = planBulk(orders, choice, included)
  const { rows, risky } = plan
  const isNothing = rows.length === 0
  const act = `Change ${formatCount(rows.length)}`

  function toggle(status: OrderStatus): void {
    const statuses = new Set(included)
    if (!statuses.delete(status)) statuses.add(status)
    setIncluded(statuses)
  }

  return (
    <ConfirmDialog
      title={isNothing ? 'Nothing to change' : `${act}?`}
      action={isNothing ? undefined : act}
      onConfirm={() => {
        onClose()
        void bulk.start(plan)
      }}
      onClose={onClose}
    >
      {choice.status === 'cancelled' && (
        <div className="grid gap-3 sm:grid-cols-2">
          <EndFields
            outcome={choice.outcome ?? null}
            endReason={choice.endReason ?? null}
            onChange={({ outcome, endReason }) =>
              bulk.choose({
                ...(outcome !== undefined && { outcome: outcome ?? undefined }),
                ...(endReason !== undefined && { endReason: endReason ?? undefined }),
              })
            }
          />
        </div>
      )}
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
        {rows
          .filter(({ id }) => problems.has(id))
          .map(({ id }) => (
            <li key={id} className="text-amber">
              {id}: {problems.get(id)?.text}
            </li>
          ))}
      </ul>
    </ConfirmDialog>
  )
}
