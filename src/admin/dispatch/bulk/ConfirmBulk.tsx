import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { formatCount } from '#admin/order/orders.ts'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { ConfirmDialog } from '#kit/form/ConfirmDialog.tsx'
import { type OrderStatus, statusName } from '#order/status.ts'
import { EndFields } from '../EndFields.tsx'
import { problemElsewhere } from '../numbers/match-numbers.ts'
import type { PlannedOrder } from '../row.ts'
import { describePlan, namesOfLeftOut } from '../sentences.ts'
import type { BulkStore } from './bulk.store.ts'
import { type Included, type NumberProblem, planBulk } from './plan.ts'
import { useKnownNumbers } from './useKnownNumbers.ts'

interface Props {
  bulk: BulkStore
  orders: readonly PlannedOrder[]
  problems: ReadonlyMap<string, NumberProblem>
  onClose: () => void
}

/** Says what will change, and leaves delivered and cancelled orders out unless they are ticked here. */
export function ConfirmBulk({ bulk, orders, problems, onClose }: Props) {
  const choice = useStore(bulk.$choice)
  const [included, setIncluded] = useState<Included>(new Set())
  const known = useKnownNumbers(choice.numbers)
  const plan = planBulk(orders, choice, included)
  const { rows, risky, unnumbered } = plan
  const isNothing = rows.length === 0
  const act = `Change ${formatCount(rows.length)}`

  const left = [...risky].map(([status, count]) => ({
    what: status as OrderStatus | 'unnumbered',
    label: `Change ${count} ${statusName(status).toLowerCase()} too`,
  }))
  if (unnumbered > 0) {
    left.push({ what: 'unnumbered', label: `Ship ${unnumbered} without a tracking number too` })
  }

  function toggle(what: OrderStatus | 'unnumbered'): void {
    const ticked = new Set(included)
    if (!ticked.delete(what)) ticked.add(what)
    setIncluded(ticked)
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
      {left.length > 0 && (
        <fieldset className="rounded-md border border-amber p-3">
          <legend className="px-1 font-semibold text-amber">{namesOfLeftOut(plan)}</legend>
          <p>Left out, unless you tick them in:</p>
          {left.map(({ what, label }) => (
            <Checkbox key={what} checked={included.has(what)} onChange={() => toggle(what)}>
              {label}
            </Checkbox>
          ))}
        </fieldset>
      )}
      <ul aria-live="polite" className="grid gap-1">
        {describePlan(plan).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {rows.flatMap(({ id, change: { trackingNumber } }) => {
          const text =
            problems.get(id)?.text ??
            (trackingNumber && problemElsewhere(id, trackingNumber, known))
          return text ? (
            <li key={id} className="text-amber">
              {id}: {text}
            </li>
          ) : (
            []
          )
        })}
      </ul>
    </ConfirmDialog>
  )
}
