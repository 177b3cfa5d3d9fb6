/* What differs between two versions of an order, in the words of the page. */

import { type EndReason, endReasonName, OUTCOME_NAMES } from '#admin/order/ending.ts'
import { courierName } from '#admin/parcels/couriers.ts'
import { type ParcelState, parcelStateName } from '#admin/parcels/parcels.ts'
import { formatMoney, toMinor } from '#kit/money.ts'
import {
  ADDRESS_FIELDS,
  ADDRESS_TABLE,
  type AddressTexts,
  type OptionalField,
  type ShippingAddress,
} from '#order/address/address.ts'
import type { CancelReason, OrderItem, OrderOutcome } from '#order/order.ts'
import { type OrderStatus, statusName } from '#order/status.ts'
import { CANCEL_REASONS } from '#order/texts/order-words.ts'

/** Money in rupees, as the database writes it. */
export interface ChangedParts {
  status?: OrderStatus
  tracking_number?: string | null
  courier?: string | null | undefined
  outcome?: OrderOutcome | null | undefined
  endReason?: EndReason | null
  cancelReason?: CancelReason | null
  cancelText?: string | null
  decision?: MarkedAct | null
  /** The state of its parcel. */
  parcel?: ParcelState
  /** The fields that differ. Entries of former versions have all. */
  shippingAddress?: Partial<ShippingAddress>
  /** The optional fields of the address that differ and are not blank. */
  extras?: Partial<Record<OptionalField, string>> | null
  items?: OrderItem[] | undefined
  total?: number | undefined
  advance?: number | undefined
}

/** What an admin decides on marked orders. Discarding cancels them. */
type MarkedAct = 'release' | 'discard'

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
