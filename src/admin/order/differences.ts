/* What differs between two versions of an order, in the words of the page. */

import { formatMoney, toMinor } from '#kit/money.ts'
import { ADDRESS_FIELDS, ADDRESS_TABLE, type AddressTexts } from '#order/address/address.ts'
import type { OrderItem } from '#order/order.ts'
import { statusName } from '#order/status.ts'
import { CANCEL_REASONS } from '#order/texts/order-words.ts'
import { endReasonName } from './confirmation.ts'
import { courierName } from './couriers.ts'
import { OUTCOME_NAMES } from './order-filter.ts'
import type { ChangedParts, MarkedAct } from './orders.ts'
import { parcelStateName } from './parcels.ts'

export interface Difference {
  label: string
  before: string
  after: string
}

const NONE = 'none'

/** Parts of an order, or of an entry of its log. Money in minor units. */
interface Parts extends Omit<ChangedParts, 'tracking_number' | 'shippingAddress' | 'extras'> {
  trackingNumber?: string | null | undefined
  shippingAddress?: AddressTexts
}

const DECISIONS: Record<MarkedAct, string> = { release: 'Released', discard: 'Discarded' }

export function loggedDifferences(before: ChangedParts, after: ChangedParts): Difference[] {
  return differences(toParts(before), toParts(after))
}

/** `Status: Pending → Shipped`. */
export function formatDifference({ label, before, after }: Difference): string {
  return `${label}: ${before} → ${after}`
}

export function differences(before: Parts, after: Parts): Difference[] {
  const [old, changed] = [texts(before), texts(after)]
  return Object.keys(changed).flatMap((label) => {
    const difference = { label, before: old[label] ?? NONE, after: changed[label] ?? NONE }
    return difference.before === difference.after ? [] : [difference]
  })
}

/** Every part of an order by its name; an absent part is undefined. */
function texts(parts: Parts): Record<string, string | undefined> {
  const { status, trackingNumber, courier, outcome, shippingAddress, items } = parts
  const { total, advance, cancelReason, cancelText, decision, endReason, parcel } = parts
  return {
    Status: status && statusName(status),
    Outcome: outcome ? OUTCOME_NAMES[outcome] : undefined,
    Reason: endReason ? endReasonName(endReason) : undefined,
    Courier: courier ? courierName(courier) : undefined,
    'Tracking Number': trackingNumber ?? undefined,
    ...Object.fromEntries(
      ADDRESS_FIELDS.map((field) => [ADDRESS_TABLE[field].label, shippingAddress?.[field]]),
    ),
    Items: items?.map(formatLine).join(', '),
    Total: total === undefined ? undefined : formatMoney(total),
    Advance: advance === undefined ? undefined : formatMoney(advance),
    'Cancelled because': cancelReason ? CANCEL_REASONS[cancelReason] : undefined,
    'Their words': cancelText ?? undefined,
    Parcel: parcel && parcelStateName(parcel),
    Decision: decision ? DECISIONS[decision] : undefined,
  }
}

function formatLine({ quantity, name, size, price }: OrderItem): string {
  return `${quantity} × ${name} (${size}) at ${formatMoney(price)}`
}

function toParts({
  tracking_number,
  extras,
  items,
  total,
  advance,
  ...parts
}: ChangedParts): Parts {
  return {
    ...parts,
    shippingAddress: { ...parts.shippingAddress, ...extras },
    trackingNumber: tracking_number,
    items: items?.map((item) => ({ ...item, price: toMinor(item.price) })),
    total: total === undefined ? undefined : toMinor(total),
    advance: advance === undefined ? undefined : toMinor(advance),
  }
}
