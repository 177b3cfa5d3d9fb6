/*
 * What is being typed to hold an order, for this tab. It outlives a reload and the end of a session, until an attempt
 * is saved or the dialog is closed.
 */
import { HOLD_REASONS, type HoldReason } from '#admin/order/confirmation.ts'
import { readOrderDraft, saveOrderDraft } from '#admin/place/order-draft.ts'
import { hasStrings, isRecord } from '#kit/json.ts'

export interface TypedHold {
  reason: HoldReason
  text: string
}

export function readTypedHold(orderId: string): TypedHold | undefined {
  const typed = readOrderDraft(orderId, 'hold')?.value
  if (!isRecord(typed) || !hasStrings(typed, ['reason', 'text'])) return undefined
  const { reason, text } = typed
  return reason in HOLD_REASONS ? { reason: reason as HoldReason, text } : undefined
}

/** A hold is right on every version of its order. Undefined removes it. */
export function saveTypedHold(orderId: string, value: TypedHold | undefined): void {
  saveOrderDraft(orderId, 'hold', value && { version: 0, value })
}
