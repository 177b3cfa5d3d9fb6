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

/** A parcel that a scan found. */
export interface CheckedIn {
  orderId: string
  fullName: string
  city: string
  contents: string
  from: ParcelState
  to: ParcelState
}

/** One of several parcels with the scanned number. */
export interface ParcelChoice {
  orderId: string
  fullName: string
  courier: string | null
  trackingNumber: string | null
}

export interface CheckIn {
  /** An order id or a tracking number. */
  code: string
  act: CheckInAct
  /** Made once, so that a retry notes nothing twice; undoes it too. */
  token: string
}

export type CheckInResult =
  | ({ ok: true; unchanged?: boolean } & CheckedIn)
  /** Of `several`: the parcels. Of `conflict`: why. */
  | { ok: false; code: string; parcels?: ParcelChoice[]; why?: string; orderId?: string }

/** Why a scan noted nothing. */
export function refusalSentence({ code, why, orderId }: Extract<CheckInResult, { ok: false }>) {
  if (code === 'not_found') return 'No parcel has this number.'
  if (code === 'several') return 'Several parcels have this number. Which one is it?'
  const name = orderId ? `${orderId}: ` : ''
  switch (why) {
    case 'delivered':
    case 'received_back':
    case 'cancelled':
      return `${name}it is ${parcelStateName(why).toLowerCase()}.`
    case 'not_lost':
      return `${name}it was not lost.`
    case 'sent_again':
      return `${name}the order was sent again with another parcel.`
    case 'erased':
      return `${name}its customer was erased.`
    default:
      return `${name}this is not possible for it.`
  }
}
