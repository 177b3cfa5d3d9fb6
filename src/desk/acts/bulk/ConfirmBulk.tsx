import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { formatCount } from '#admin/order/orders.ts'
import { isAsked } from '#admin/order/packing.ts'
import { EndFields } from '#desk/acts/EndFields.tsx'
import type { PlannedOrder } from '#desk/acts/row.ts'
import { describePlan, namesOfLeftOut, tickOf } from '#desk/acts/sentences.ts'
import { toTrackingNumber } from '#desk/files/cell.ts'
import { NOTHING_KNOWN, wrongNumber } from '#desk/files/numbers/numbered-order.ts'
import { lookUpNumbers } from '#desk/files/numbers/numbers.api.ts'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { ConfirmDialog } from '#kit/form/ConfirmDialog.tsx'
import { useTicks } from '#kit/form/useTicks.ts'
import type { BulkStore } from './bulk.store.ts'
import { isReason, type LeftOut, type NumberProblem, planBulk } from './plan.ts'

interface Props {
  bulk: BulkStore
  orders: readonly PlannedOrder[]
  problems: ReadonlyMap<string, NumberProblem>
  onClose: () => void
}

/** Says what will change, and leaves delivered and cancelled orders out unless they are ticked here. */
export function ConfirmBulk({ bulk, orders, problems, onClose }: Props) {
  const choice = useStore(bulk.$choice)
  const [ticked, toggle] = useTicks<LeftOut>()
  const known = useKnownNumbers(choice.numbers)
  const plan = planBulk(orders, choice, ticked)
  const { rows, leftOut } = plan
  const isNothing = rows.length === 0
  const act = `${choice.status === 'shipped' ? 'Ship' : 'Change'} ${formatCount(rows.length)}`

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
            onChange={bulk.choose}
          />
        </div>
      )}
      {leftOut.size > 0 && (
        <fieldset className="rounded-md border border-amber p-3">
          <legend className="px-1 font-semibold text-amber">{namesOfLeftOut(plan)}</legend>
          {[...leftOut.keys()].some(mayBeTicked) && <p>Left out, unless you tick them in:</p>}
          {[...leftOut]
            .filter(([kind]) => mayBeTicked(kind))
            .map(([kind, count]) => (
              <Checkbox key={kind} checked={ticked.has(kind)} onChange={() => toggle(kind)}>
                {tickOf(kind, count)}
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
            (trackingNumber && wrongNumber(trackingNumber, [], known, { id }))
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

function mayBeTicked(kind: LeftOut): boolean {
  return !isReason(kind) || isAsked(kind)
}

/** What the database knows of the typed numbers: nothing until it has responded. A warning only, so a failure is silent. */
function useKnownNumbers(numbers: ReadonlyMap<string, string>) {
  const [known, setKnown] = useState(NOTHING_KNOWN)
  useEffect(() => {
    const typed = [...numbers.values()].map(toTrackingNumber).filter(Boolean)
    if (typed.length === 0) return
    let isLatest = true
    lookUpNumbers(typed).then(
      (found) => isLatest && setKnown(found),
      (error) => console.error('Error looking up tracking numbers', error),
    )
    return () => {
      isLatest = false
    }
  }, [numbers])
  return known
}
