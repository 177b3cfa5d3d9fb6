/* What is said of parcels that left (docs/product.md, rules 22.44 and 22.45). */
import { type ParcelState, parcelStateName } from '#admin/order/parcels.ts'

/** What a scan says of a parcel that comes back. */
export const SCAN_ACTS = {
  received_back: 'Back, fine',
  damaged: 'Back, damaged',
  lost: 'Lost',
} as const

export type ScanAct = keyof typeof SCAN_ACTS

/** What an admin may say of a parcel that left. The last three are of lists. */
export type CheckInAct = ScanAct | 'found' | 'try_again' | 'bring_back'

export const ACT_HINTS: Record<ScanAct, string> = {
  received_back: 'It is here again, and can be sold.',
  damaged: 'It is here again, and cannot be sold.',
  lost: 'The courier cannot find it: it goes on the list of claims.',
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
  act: ScanAct
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
  not_sent: 'it is not sent yet. Scan its slip to pack it.',
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
