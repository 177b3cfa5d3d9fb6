import { describeConfirmation, HOLD_REASONS } from '#admin/order/confirmation.ts'
import { endReasonName, OUTCOME_NAMES } from '#admin/order/ending.ts'
import { stageName } from '#admin/order/stages.ts'
import type { CustomerAct } from '#admin/orders/new-orders/customer-acts.ts'
import type { OrderSummary } from '#admin/orders/orders.ts'
import { statusName } from '#order/status.ts'
import { Badge } from '#order/view/StatusBadge.tsx'

/** How a name looks whose order its customer has just changed, and what is said beside its stage. */
const TOUCHED: Record<CustomerAct['act'], { look: string; words: string }> = {
  cancelled: { look: 'text-danger line-through', words: 'cancelled' },
  changed: { look: 'font-semibold text-amber', words: 'changed' },
  confirmed: { look: 'font-semibold text-forest', words: 'confirmed' },
  asked: { look: 'font-semibold text-amber', words: 'asks for help' },
}

export function touchClass(act: CustomerAct['act'] | undefined): string {
  return act ? TOUCHED[act].look : ''
}

interface StageNoteProps {
  order: OrderSummary
  /** What its customer has just done. */
  act: CustomerAct['act'] | undefined
}

/** The one stage of an order, in the colours of its status, and what came of asking its customer or how it ended. */
export function StageNote({ order, act }: StageNoteProps) {
  const { text, isGood } = noteOf({ order, act })
  return (
    <>
      <Badge label={nameOf(order)} status={order.status} isSmall />
      {text && (
        <>
          {' '}
          <span className={`text-xs ${isGood ? 'text-forest' : 'text-amber'}`}>
            {isGood && '✓ '}
            {text}
          </span>
        </>
      )}
    </>
  )
}

/** Without the desk orders have no stages. */
function nameOf({ stage, status }: OrderSummary): string {
  return stage ? stageName(stage) : statusName(status)
}

/** Nothing that its stage says. */
function noteOf({ order, act }: StageNoteProps): { text: string | undefined; isGood: boolean } {
  const { stage, confirmation, outcome, endReason, replaces, replacedBy, reasons } = order
  const end = [outcome && OUTCOME_NAMES[outcome], endReason && endReasonName(endReason)]
  if (act) return { text: `Just now: ${TOUCHED[act].words}`, isGood: act === 'confirmed' }
  if (stage === 'joined') return { text: undefined, isGood: false }
  if (outcome || endReason) return { text: end.filter(Boolean).join(', '), isGood: false }
  if (replaces) return { text: `Replaces ${replaces}`, isGood: true }
  if (replacedBy) return { text: `Replaced by ${replacedBy}`, isGood: true }
  // It is asked about once more.
  if (stage === 'to_confirm' && reasons.includes('changed'))
    return { text: 'Changed by its customer', isGood: false }
  if (stage === 'held' && confirmation?.reason)
    return { text: HOLD_REASONS[confirmation.reason], isGood: false }
  const isAgreed = confirmation?.state === 'confirmed' || confirmation?.state === 'known'
  if (!confirmation || !stage || stage === 'waiting' || (stage === 'to_confirm' && isAgreed))
    return { text: undefined, isGood: false }
  return { text: describeConfirmation({ stage, confirmation }), isGood: isAgreed }
}
