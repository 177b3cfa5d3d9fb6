/* Parcels of orders, and what couriers paid for them (docs/desk-rules.md, section 22). Amounts are minor units. */

import { capitalized } from '#kit/text.ts'
import { courierName } from './couriers.ts'

/** What a parcel is, in words. */
const PARCEL_STATES = {
  booked: 'Booked',
  handed_over: 'With the courier',
  out_for_delivery: 'Out for delivery',
  attempt_failed: 'Not delivered',
  returning: 'Coming back',
  returned: 'Returned',
  received_back: 'Received back',
  delivered: 'Delivered',
  lost: 'Lost',
  cancelled: 'Cancelled',
} as const

export type ParcelState = keyof typeof PARCEL_STATES

/** Why a delivery failed or a parcel came back. */
export const PARCEL_REASONS = {
  no_answer: 'No answer',
  not_home: 'Not at home',
  address: 'Address not found',
  refused: 'Refused',
  no_cash: 'Cash not ready',
  rescheduled: 'Asked for another day',
  out_of_area: 'Outside the area',
  returned: 'No reason',
} as const

/** The kinds of money lines. Costs are negative. */
export const MONEY_KINDS = {
  cash: 'Cash',
  fee: 'Fee',
  tax: 'Tax',
  return_fee: 'Return fee',
  adjustment: 'Adjustment',
} as const

export interface MoneyLine {
  kind: keyof typeof MONEY_KINDS
  amount: number
  /** `2026-11-25` */
  dated: string
}

interface ParcelEvent {
  state: ParcelState
  /** ISO timestamp. */
  at: string
  /** The id of the payment. */
  statement: number | null
  /** The courier's own, of a file. */
  word: string | null
  reason: string | null
  /** The act of a check-in that can be undone. */
  undo: string | null
}

/** One sending of an order. */
export interface OrderParcel {
  /** From 1. */
  nth: number
  courier: string | null
  trackingNumber: string | null
  state: ParcelState
  /** ISO timestamp. */
  stateAt: string
  /** Why its delivery failed, or it came back. */
  reason: string | null
  damaged: boolean
  /** Whether courier, number and status of the order are those of this parcel. */
  isCurrent: boolean
  toCollect: number
  /** Of its cash lines. */
  paid: number
  /** Oldest first. */
  events: ParcelEvent[]
  money: (MoneyLine & { statement: number })[]
}

export function parcelStateName(state: ParcelState): string {
  return PARCEL_STATES[state] ?? state
}

/** The sum of money lines, in minor units. */
export function sumOf(lines: readonly Pick<MoneyLine, 'amount'>[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0)
}

/** After a state: `: no answer`; '' for what says no more than the state. */
export function reasonAfterState(reason: string | null | undefined): string {
  return reason && reason !== 'returned' ? `: ${parcelReasonName(reason).toLowerCase()}` : ''
}

/** `no_answer` → `No answer`; one that this page does not know as well: `area_closed` → `Area closed`. */
export function parcelReasonName(reason: string): string {
  const names: Record<string, string> = PARCEL_REASONS
  return names[reason] ?? capitalized(reason.replaceAll('_', ' '))
}

/** `TCS 770012345`: the courier that has the parcel, and the number, as far as they are known. */
export function formatParcel({
  courier,
  trackingNumber,
}: Partial<Record<'courier' | 'trackingNumber', string | null | undefined>>): string {
  return [courier && courierName(courier), trackingNumber].filter(Boolean).join(' ')
}
