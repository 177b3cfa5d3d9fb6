/* How an order ended, beside its status: what became of its parcel, and why an admin cancelled it. */
import type { OrderOutcome } from '#order/order.ts'

export const OUTCOME_NAMES: Record<OrderOutcome, string> = {
  returned: 'Parcel returned',
  refused: 'Parcel refused',
}

/** Why an admin cancels an order. */
export const END_REASONS = {
  fake: 'Fake order',
  double: 'Ordered twice',
  unreachable: 'Cannot be reached',
  changed_mind: 'Changed their mind',
  out_of_stock: 'Out of stock',
  other: 'Another reason',
} as const

/** Joined into another order's parcel: no admin chooses it. */
export type EndReason = keyof typeof END_REASONS | 'joined'

export function endReasonName(reason: EndReason): string {
  return reason === 'joined' ? 'Joined with another order' : END_REASONS[reason]
}
