/*
 * What is being typed to hold an order, for this tab (docs/product.md, rule 21.26). It outlives a reload and the end of
 * a session, until an attempt is saved, the dialog is closed, or a logout.
 */
import { HOLD_REASONS, type HoldReason } from '#admin/order/confirmation.ts'
import { hasStrings, isRecord } from '#kit/json.ts'
import { tabStorage } from '#kit/storage/tab-storage.ts'

export interface TypedHold {
  /** Empty until one is chosen. */
  reason: HoldReason | ''
  text: string
}

export function readTypedHold(orderId: string): TypedHold | undefined {
  const typed = tabStorage.get(keyOf(orderId))
  if (!isRecord(typed) || !hasStrings(typed, ['reason', 'text'])) return undefined
  const { reason, text } = typed
  return { reason: reason in HOLD_REASONS ? (reason as HoldReason) : '', text }
}

/** Undefined removes it. */
export function saveTypedHold(orderId: string, typed: TypedHold | undefined): void {
  if (typed) tabStorage.set(keyOf(orderId), typed)
  else tabStorage.remove(keyOf(orderId))
}

function keyOf(orderId: string): string {
  return `zulf:admin-tab-order-hold-${orderId}`
}
