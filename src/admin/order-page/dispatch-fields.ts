/* What is typed into the card "Status and tracking", and what was not saved. */
import { END_REASONS } from '#admin/order/confirmation.ts'
import { OUTCOME_NAMES } from '#admin/order/order-filter.ts'
import type { PackingReason } from '#admin/order/packing.ts'
import { draftAtom } from '#admin/place/draft.ts'
import { type DispatchChange, isEmptyChange } from '#desk/acts/dispatch.ts'
import type { DispatchRow } from '#desk/acts/row.ts'
import { isRecord } from '#kit/json.ts'
import { ORDER_STATUSES } from '#order/status.ts'

export interface DispatchFields {
  /** Parts that differ from the order, as they are typed. */
  typed: DispatchChange
  /** Of the order that they were typed on. */
  version: number | undefined
  /** Whether they were typed before the page was opened. */
  isRestored: boolean
  /** What is being saved, or was not saved. Its change shows as if it were saved. */
  row: DispatchRow | undefined
  /** The tracking number that the database refused. */
  refused: string | null | undefined
  /** What was not saved, since the order may not leave, and why. */
  stopped: { change: DispatchChange; reasons: readonly PackingReason[] } | undefined
}

export const UNTOUCHED: DispatchFields = {
  typed: {},
  version: undefined,
  isRestored: false,
  row: undefined,
  refused: undefined,
  stopped: undefined,
}

export function dispatchDraft(orderId: string) {
  return draftAtom(`order-booking-${orderId}`, {
    empty: UNTOUCHED,
    isEmpty: ({ typed }) => isEmptyChange(typed),
    parse,
    toSaved: ({ typed, version }) => ({ typed, version }),
  })
}

/** Each part as the database may have it. */
const PARTS: { [Part in keyof DispatchChange]-?: (value: unknown) => boolean } = {
  status: (value) => ORDER_STATUSES.some((status) => status === value),
  courier: isTextOrNull,
  trackingNumber: isTextOrNull,
  outcome: (value) => value === null || String(value) in OUTCOME_NAMES,
  endReason: (value) => value === null || String(value) in END_REASONS,
}

function parse(saved: unknown): DispatchFields | undefined {
  if (!isRecord(saved) || !isRecord(saved['typed'])) return undefined
  const { typed, version } = saved
  if (typeof version !== 'number') return undefined
  const parts = Object.entries(PARTS).filter(
    ([part, isValid]) => part in typed && isValid(typed[part]),
  )
  return {
    ...UNTOUCHED,
    typed: Object.fromEntries(parts.map(([part]) => [part, typed[part]])),
    version,
    isRestored: parts.length > 0,
  }
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string'
}
