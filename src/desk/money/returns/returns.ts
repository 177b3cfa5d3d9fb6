/* Checking in what comes back from couriers (docs/product.md, rules 22.44 and 22.45). */
import { type ParcelState, parcelStateName } from '#admin/order/parcels.ts'

/** What may be noted of a parcel by a scan. */
export const CHECK_IN_ACTS = {
  received_back: 'Received back',
  damaged: 'Damaged',
  returned: 'Returned',
  refused: 'Refused',
  lost: 'Lost',
  found: 'Found',
} as const

export type CheckInAct = keyof typeof CHECK_IN_ACTS

export const ACT_HINTS: Record<CheckInAct, string> = {
  received_back: 'It is here again, and can be sold.',
  damaged: 'It is here again, and cannot be sold.',
  returned: 'The courier sends it back.',
  refused: 'The customer did not take it.',
  lost: 'The courier cannot find it: it goes on the list of claims.',
  found: 'A lost parcel is with the courier again.',
}

export interface FoundOrder {
  fullName: string
  city: string
  contents: string
}

/** One of several parcels with the scanned number. */
export interface ParcelChoice {
  orderId: string
  fullName: string
  courier: string | null
}

export interface CheckIn {
  /** An order id or a tracking number. */
  code: string
  act: CheckInAct
}

/** What became of a scan. */
export type CheckInResult =
  | {
      ok: true
      unchanged?: boolean
      orderId: string
      from: ParcelState
      to: ParcelState
      order: FoundOrder
    }
  /** Of `several`: the parcels. Of `conflict`: why. */
  | { ok: false; code: string; parcels?: ParcelChoice[]; why?: string; orderId?: string }

const REASONS: Record<string, string> = {
  not_lost: 'it was not lost.',
  sent_again: 'the order was sent again with another parcel.',
  erased: 'its customer was erased.',
}

/** Why a scan noted nothing. */
export function refusedScanSentence(refused: Extract<CheckInResult, { ok: false }>): string {
  const { code, why = '', orderId } = refused
  if (code === 'not_found') return 'No parcel has this number.'
  if (code === 'several') return 'Several parcels have this number. Which one is it?'
  const isFinal = why === 'delivered' || why === 'received_back' || why === 'cancelled'
  const reason = isFinal ? `it is ${parcelStateName(why).toLowerCase()}.` : REASONS[why]
  return `${orderId ? `${orderId}: ` : ''}${reason ?? 'this is not possible for it.'}`
}
