/*
 * The typed correction and booking of an order as they are saved for this tab (docs/product.md, rule 21.26). What
 * another version of this page saved otherwise is none.
 */
import type { DispatchChange } from '#admin/dispatch/dispatch.ts'
import { END_REASONS } from '#admin/order/confirmation.ts'
import { isLineText } from '#admin/order/lines.ts'
import { OUTCOME_NAMES } from '#admin/order/order-filter.ts'
import type { OrderFormField } from '#admin/order/order-form.ts'
import { type OrderDraft, readOrderDraft } from '#admin/place/order-draft.ts'
import { isRecord } from '#kit/json.ts'
import { ADDRESS_FIELDS } from '#order/address/address.ts'
import { ORDER_STATUSES } from '#order/status.ts'
import type { TypedCorrection } from './correction.ts'

export interface TypedDrafts {
  correction: OrderDraft<TypedCorrection> | undefined
  booking: OrderDraft<DispatchChange> | undefined
}

export function readTypedDrafts(orderId: string): TypedDrafts {
  return {
    correction: parseDraft(readOrderDraft(orderId, 'correction'), parseCorrection),
    booking: parseDraft(readOrderDraft(orderId, 'booking'), parseBooking),
  }
}

function parseDraft<Value>(
  draft: OrderDraft | undefined,
  parse: (value: unknown) => Value | undefined,
): OrderDraft<Value> | undefined {
  const value = draft && parse(draft.value)
  return draft && value && { version: draft.version, value }
}

const FIELDS: readonly OrderFormField[] = [...ADDRESS_FIELDS, 'advance']

function parseCorrection(saved: unknown): TypedCorrection | undefined {
  if (!isRecord(saved) || !isRecord(saved['typed'])) return undefined
  const { typed, lines } = saved
  const texts = FIELDS.flatMap((field) => {
    const text = typed[field]
    return typeof text === 'string' ? [[field, text] as const] : []
  })
  const isLines = Array.isArray(lines) && lines.every(isLineText)
  return { typed: Object.fromEntries(texts), lines: isLines ? lines : undefined }
}

/** Each part as the database may have it. */
const PARTS: { [Part in keyof DispatchChange]-?: (value: unknown) => boolean } = {
  status: (value) => ORDER_STATUSES.some((status) => status === value),
  courier: isTextOrNull,
  trackingNumber: isTextOrNull,
  outcome: (value) => value === null || String(value) in OUTCOME_NAMES,
  endReason: (value) => value === null || String(value) in END_REASONS,
}

function parseBooking(saved: unknown): DispatchChange | undefined {
  if (!isRecord(saved)) return undefined
  const parts = Object.entries(PARTS).filter(
    ([part, isValid]) => part in saved && isValid(saved[part]),
  )
  return Object.fromEntries(parts.map(([part]) => [part, saved[part]]))
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string'
}
