import { useStore } from '@nanostores/react'
import type { PlannedOrder } from '#admin/acts/dispatch-row.ts'
import { EndFields } from '#admin/acts/EndFields.tsx'
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx'
import { useTicks } from '#admin/kit/useTicks.ts'
import { MAX_NAMES, OrderLinks } from '#admin/order/OrderLinks.tsx'
import { isAsked } from '#admin/order/packing.ts'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { countOf } from '#kit/text.ts'
import type { BulkStore } from './bulk.store.ts'
import { isReason, type LeftOutKind, planBulk } from './plan.ts'
import { describePlan, namesOfLeftOut, tickOf } from './plan-sentences.ts'

interface Props {
  bulk: BulkStore
  orders: readonly PlannedOrder[]
  /** What is ticked in at first. */
  included?: readonly LeftOutKind[]
  onClose: () => void
}

/** Says what will change, and leaves delivered and cancelled orders out unless they are ticked here. */
export function ConfirmBulk({ bulk, orders, included = [], onClose }: Props) {
  const choice = useStore(bulk.$choice)
  const [ticked, toggle] = useTicks(included)
  const plan = planBulk(orders, choice, ticked)
  const { rows, leftOut } = plan
  const offered = [...leftOut].filter(([kind]) => !isReason(kind) || isAsked(kind))
  const isNothing = rows.length === 0
  const verb = choice.status === 'shipped' ? 'Ship' : 'Change'
  const act = `${verb} ${countOf(rows.length, 'order')}`

  return (
    <ConfirmDialog
      title={isNothing ? `Nothing to ${verb.toLowerCase()}` : `${act}?`}
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
          {offered.length > 0 && <p>Left out, unless you tick them in:</p>}
          {offered.map(([kind, left]) => (
            <div key={kind}>
              <Checkbox checked={ticked.has(kind)} onChange={() => toggle(kind)}>
                {tickOf(kind, left.length)}
              </Checkbox>
              <OrderLinks orders={left} most={MAX_NAMES} className="text-sm" />
            </div>
          ))}
        </fieldset>
      )}
      <ul aria-live="polite" className="grid gap-1">
        {describePlan(plan).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
