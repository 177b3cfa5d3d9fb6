/*
 * What couriers' words say, from the sources of live integrations: exact, in lower case. A word that is not here
 * changes nothing and is listed (docs/product.md, rule 22.29). M&P and BlueEx: none found.
 */
import type { ParcelState } from '#admin/order/parcels.ts'

/** What a file can say of a parcel. */
export type FileState = Exclude<ParcelState, 'received_back'>

/** What a file can say of a payment. */
export type PaymentState = 'paid' | 'unpaid' | 'reverted' | 'adjusted'

/** `nothing`: a word that is known and changes nothing. */
type StatusWords = Partial<Record<FileState | 'nothing', readonly string[]>>

/** … stands for any text. */
const STATUS_WORDS: Record<string, StatusWords> = {
  postex: {
    booked: ['unbooked', 'booked'],
    handed_over: [
      ...['picked by postex', 'at … warehouse', 'en-route to … warehouse'],
      ...['en route to … warehouse', 'en route to destination', 'en-route to destination'],
    ],
    out_for_delivery: ['out for delivery'],
    attempt_failed: ['attempted'],
    delivered: ['delivered'],
    returning: ['out for return', 'return in transit'],
    returned: ['returned'],
    cancelled: ['cancelled', 'un-assigned by me', 'expired'],
    nothing: ['delivery under review'],
  },
  leopards: {
    booked: ['pickup request sent', 'pickup request not sent', 'consignment booked'],
    handed_over: [
      ...['shipment picked', 'drop off at express center', 'arrived at station'],
      ...['dispatched', 'missroute'],
    ],
    out_for_delivery: ['assign to courier'],
    attempt_failed: ['pending', 'undelivered'],
    delivered: ['delivered'],
    returning: ['ready for return', 'being return', 'being returned'],
    returned: ['returned to shipper'],
    cancelled: ['cancelled', '48 hours auto canceled'],
  },
  tcs: {
    delivered: ['ok'],
    returned: ['ro'],
  },
  trax: {
    booked: ['shipment - booked'],
    handed_over: [
      ...['shipment - arrived at origin', 'shipment - in transit'],
      ...['shipment - arrived at destination', 'shipment - misroute', 'shipment - not attempted'],
    ],
    out_for_delivery: ['shipment - out for delivery'],
    attempt_failed: [
      ...['shipment - delivery unsuccessful', 'shipment - non-service area'],
      ...['shipment - pending decision', 'shipment - re-attempt'],
    ],
    delivered: ['shipment - delivered'],
    returning: ['return - confirm', 'return - in transit', 'return - dispatched'],
    returned: ['return - delivered to shipper'],
    cancelled: ['shipment - cancelled'],
    lost: ['shipment - lost'],
    nothing: ['shipment - on hold', 'shipment - self collection', 'replacement - …'],
  },
}

/** In a column about payments. The others may stand in a column about parcels as well. */
const PAYMENT_COLUMN: Partial<Record<PaymentState, readonly string[]>> = {
  paid: ['y', 'yes', 'true', '1', 'processed'],
  unpaid: ['n', 'no', 'false', '0', 'unpaid', 'pending'],
  reverted: ['reverted'],
  adjusted: ['adjusted'],
}

const PAYMENT_WORDS: Partial<Record<PaymentState, readonly string[]>> = {
  paid: ['paid', 'payment - processed', 'payment - paid'],
  reverted: ['payment - reverted'],
  adjusted: ['payment - adjusted'],
}

/** Undefined for a word that is not known. */
export function stateOfWord(courier: string, word: string): FileState | 'nothing' | undefined {
  return keyOf(STATUS_WORDS[courier] ?? {}, toWord(word))
}

export function paymentOfWord(
  word: string,
  { isPaymentColumn }: { isPaymentColumn: boolean },
): PaymentState | undefined {
  const known = keyOf(PAYMENT_WORDS, toWord(word))
  return known ?? (isPaymentColumn ? keyOf(PAYMENT_COLUMN, toWord(word)) : undefined)
}

/** In lower case, with single spaces. */
export function toWord(cell: string): string {
  return cell.trim().toLowerCase().replace(/\s+/g, ' ').replace(/[–—]/g, '-')
}

function keyOf<Key extends string>(
  table: Partial<Record<Key, readonly string[]>>,
  word: string,
): Key | undefined {
  const entries = Object.entries(table) as [Key, readonly string[]][]
  return entries.find(([, words]) => words.some((known) => matches(known, word)))?.[0]
}

function matches(known: string, word: string): boolean {
  const [start = '', end] = known.split('…')
  if (end === undefined) return known === word
  return word.length > known.length - 1 && word.startsWith(start) && word.endsWith(end)
}
