/* The form of status, courier and tracking number: its texts, and what they change. */

import type { Booking, OrderInFull } from '#admin/order/orders.ts'
import { cleanTrackingNumber } from '#admin/order/tracking-number.ts'
import type { Order, OrderOutcome } from '#order/order.ts'
import type { OrderStatus } from '#order/status.ts'

export interface BookingTexts {
  status: OrderStatus
  /** Empty for none, like the two below. */
  courier: string
  trackingNumber: string
  /** Counts for a cancelled order only. */
  outcome: '' | OrderOutcome
}

export type BookingField = keyof BookingTexts

export const OUTCOME_NAMES: Record<OrderOutcome, string> = {
  returned: 'Parcel returned',
  refused: 'Parcel refused',
}

type Booked = Pick<OrderInFull, 'order' | 'outcome'>

export function bookingTexts({ order, outcome }: Booked): BookingTexts {
  return {
    status: order.status,
    courier: order.courier ?? '',
    trackingNumber: order.trackingNumber ?? '',
    outcome: outcome ?? '',
  }
}

/** What these texts change of an order. */
export function bookingOf(texts: BookingTexts, found: Booked): Booking {
  const saved = bookingTexts(found)
  const trackingNumber = cleanTrackingNumber(texts.trackingNumber)
  return {
    ...(texts.status !== saved.status && { status: texts.status }),
    ...(texts.courier !== saved.courier && { courier: texts.courier || null }),
    ...(trackingNumber !== saved.trackingNumber && { trackingNumber: trackingNumber || null }),
    ...(texts.status === 'cancelled' &&
      texts.outcome !== saved.outcome && { outcome: texts.outcome || null }),
  }
}

/** The part that 'Update Tracking' saves. */
export function trackingPart({ courier, trackingNumber }: Booking): Booking {
  return {
    ...(courier !== undefined && { courier }),
    ...(trackingNumber !== undefined && { trackingNumber }),
  }
}

/** Of several reads of the order: whether it has all of this by now. */
export function isBooked(booking: Booking, found: Booked): boolean {
  const wanted = { ...bookingTexts(found), ...textsOf(booking) }
  return Object.keys(bookingOf(wanted, found)).length === 0
}

/** The order as it will be. */
export function withBooking<Shown extends Booked>(found: Shown, booking: Booking): Shown {
  const { status, courier, trackingNumber, outcome } = {
    ...bookingTexts(found),
    ...textsOf(booking),
  }
  const order: Order = {
    ...found.order,
    status,
    courier: courier || undefined,
    trackingNumber: trackingNumber || undefined,
  }
  return { ...found, order, outcome: (status === 'cancelled' && outcome) || undefined }
}

function textsOf(booking: Booking): Partial<BookingTexts> {
  return Object.fromEntries(Object.entries(booking).map(([field, value]) => [field, value ?? '']))
}
