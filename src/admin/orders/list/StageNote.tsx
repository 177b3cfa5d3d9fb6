import { describeConfirmation } from '#admin/order/confirmation.ts'
import { endReasonName, OUTCOME_NAMES } from '#admin/order/ending.ts'
import type { CustomerAct } from '../new-orders/customer-acts.ts'
import type { OrderSummary } from '../orders.ts'

/** How a name looks whose order its customer has just changed, and what is said beside its status. */
const TOUCHED: Record<CustomerAct['act'], { look: string; words: string }> = {
  cancelled: { look: 'text-danger line-through', words: 'cancelled' },
  changed: { look: 'font-semibold text-amber', words: 'changed' },
  confirmed: { look: 'font-semibold text-forest', words: 'confirmed' },
  asked: { look: 'font-semibold text-amber', words: 'asks for help' },
}

export function touchClass(act: CustomerAct['act'] | undefined): string {
  return act ? TOUCHED[act].look : ''
}

interface StatusNoteProps {
  order: OrderSummary
  /** What its customer has just done. */
  act: CustomerAct['act'] | undefined
}

/** What stands beside the status: what came of asking the customer, whether she was told, or how it ended. */
export function StatusNote(props: StatusNoteProps) {
  const { text, isGood } = noteOf(props)
  if (!text) return null
  return (
    <span className={`text-xs ${isGood ? 'text-forest' : 'text-amber'}`}>
      {isGood && '✓ '}
      {text}
    </span>
  )
}

function noteOf({ order, act }: StatusNoteProps): { text: string | undefined; isGood: boolean } {
  const { stage, confirmation, outcome, endReason, replaces, replacedBy } = order
  const end = [outcome && OUTCOME_NAMES[outcome], endReason && endReasonName(endReason)]
  if (act) return { text: `Just now: ${TOUCHED[act].words}`, isGood: act === 'confirmed' }
  if (stage === 'on_the_way') return { text: 'Customer told', isGood: true }
  if (outcome || endReason) return { text: end.filter(Boolean).join(', '), isGood: false }
  if (replaces) return { text: `Replaces ${replaces}`, isGood: true }
  if (replacedBy) return { text: `Replaced by ${replacedBy}`, isGood: true }
  return {
    text: confirmation ? describeConfirmation({ stage, confirmation }) : undefined,
    isGood: confirmation?.state === 'confirmed' || confirmation?.state === 'known',
  }
}
