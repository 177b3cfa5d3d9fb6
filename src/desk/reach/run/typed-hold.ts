/* What is being typed to hold an order. The dialog opens again with it (docs/desk-rules.md, rule 21.26). */
import { HOLD_REASONS, type HoldReason } from '#admin/order/confirmation.ts'
import { draftAtom } from '#admin/tab-state/draft-atom.ts'
import { hasStrings, isRecord } from '#kit/json.ts'

interface TypedHold {
  /** Empty until one is chosen. */
  reason: HoldReason | ''
  text: string
}

const NOTHING: TypedHold = { reason: '', text: '' }

export function typedHold(orderId: string) {
  return draftAtom(`order-hold-${orderId}`, { empty: NOTHING, isEmpty, parse })
}

export function forgetTypedHold(orderId: string): void {
  typedHold(orderId).set(NOTHING)
}

export function hasTypedHold(orderId: string): boolean {
  return !isEmpty(typedHold(orderId).get())
}

function isEmpty({ reason, text }: TypedHold): boolean {
  return reason === '' && text === ''
}

function parse(saved: unknown): TypedHold | undefined {
  if (!isRecord(saved) || !hasStrings(saved, ['reason', 'text'])) return undefined
  const { reason, text } = saved
  return { reason: reason in HOLD_REASONS ? (reason as HoldReason) : '', text }
}
