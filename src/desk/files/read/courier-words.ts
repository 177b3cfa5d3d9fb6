/*
 * What couriers' words say, from the sources of live integrations and public importers: in lower case, … stands for
 * any text. A word of one courier comes before those of all, and a whole word before a pattern. A pattern names what
 * it must not take. What is not here is asked once (docs/product.md, rule 22.29).
 */
import type { ParcelState } from '#admin/order/parcels.ts'

/** What a file can say of a parcel. */
export type FileState = Exclude<ParcelState, 'received_back'>

/** `nothing`: a word that is known and changes nothing. */
export type WordState = FileState | 'nothing'

/** A word, or a pattern and the parts of words that it does not take. */
type Word = string | { like: string; not: readonly string[] }

export type WordTable = Partial<Record<WordState, readonly Word[]>>

export const WORDS_OF_ALL: WordTable = {
  booked: ['booked', 'unbooked', 'consignment booked', 'shipment booked', 'order booked'],
  handed_over: [
    ...['in transit', 'picked up', 'picked', 'dispatched', 'shipment picked', 'on the way'],
    ...['arrived at origin', 'arrived at destination', 'arrived at station'],
  ],
  out_for_delivery: ['out for delivery'],
  attempt_failed: [
    ...['attempted', 'delivery attempted', 'attempt failed', 'delivery unsuccessful'],
    ...['undelivered', 'un-delivered', 'not delivered', 'delivery failed'],
  ],
  delivered: ['delivered'],
  returning: [
    ...['out for return', 'return in transit', 'returning', 'being return', 'being returned'],
    ...['ready for return', 'return initiated', 'return process initiated', 'return - in transit'],
  ],
  returned: [
    ...['returned', 'return', 'returned to shipper', 'return to shipper', 'return to origin'],
    ...['returned to origin', 'delivered to shipper', 'return delivered'],
  ],
  cancelled: ['cancelled', 'canceled', 'booking cancelled by merchant', 'cancelled by shipper'],
  lost: ['lost', 'shipment lost'],
}

export const WORDS_OF_COURIER: Record<string, WordTable> = {
  postex: {
    // It is still with the shop.
    booked: ["at merchant's warehouse", 'at merchant warehouse'],
    handed_over: [
      ...['picked by postex', 'package on route'],
      { like: 'at … warehouse', not: ['merchant', 'return'] },
      { like: 'en-route to … warehouse', not: ['merchant', 'return'] },
      { like: 'en route to … warehouse', not: ['merchant', 'return'] },
      ...['en route to destination', 'en-route to destination'],
      { like: 'departed to …', not: ['merchant', 'return'] },
    ],
    attempt_failed: [{ like: 'attempt made: …', not: ['delivered', 'return'] }],
    delivered: ['delivered to customer'],
    returning: [
      ...['en route to merchant warehouse', 'en-route to merchant warehouse', 'waiting for return'],
      ...["en route to merchant's warehouse", "en-route to merchant's warehouse"],
      { like: 'return to …', not: ['merchant', 'shipper', 'origin'] },
    ],
    returned: [
      ...['returned at merchant warehouse', 'return at merchant warehouse'],
      ...["returned at merchant's warehouse", "return at merchant's warehouse"],
      ...["returned to merchant's warehouse", 'returned to merchant warehouse'],
    ],
    cancelled: ['un-assigned by me', 'expired'],
    nothing: ['delivery under review', 'under verification'],
  },
  leopards: {
    booked: ['pickup request sent', 'pickup request not sent', 'pickup request not send'],
    handed_over: ['drop off at express center', 'missroute'],
    out_for_delivery: ['assign to courier', 'assigned to courier'],
    attempt_failed: ['pending', 'refused'],
    cancelled: ['48 hours auto canceled'],
  },
  tcs: {
    handed_over: ['arrived at tcs facility', 'awaiting receiver collection'],
    delivered: ['ok'],
    returned: ['ro'],
  },
  trax: {
    booked: ['shipment - booked'],
    handed_over: [
      ...['shipment - arrived at origin', 'shipment - arrived at origin center'],
      ...['shipment - in transit', 'shipment - rider picked', 'shipment - arrived at destination'],
      ...['shipment - misroute', 'shipment - misrouted', 'shipment - not attempted'],
    ],
    out_for_delivery: ['shipment - out for delivery'],
    attempt_failed: [
      ...['shipment - delivery unsuccessful', 'shipment - attempt failed', 'shipment - re-attempt'],
      ...['shipment - non-service area', 'shipment - pending decision'],
    ],
    delivered: ['shipment - delivered', 'shipment - self collected'],
    returning: [
      ...['return - confirm', 'return - dispatched', 'return - arrived at origin'],
      ...['return - delivery unsuccessful', 'return - not attempted'],
    ],
    returned: ['return - delivered to shipper'],
    cancelled: ['shipment - cancelled'],
    lost: ['shipment - lost'],
    nothing: [
      ...['shipment - on hold', 'shipment - self collection', 'return - confirmation pending'],
      'shipment - on hold for self collection',
      { like: 'replacement - …', not: ['lost'] },
    ],
  },
}
