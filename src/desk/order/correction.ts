import { reasonSentence } from '#admin/order/packing.ts'
import { courierName } from '#admin/parcels/couriers.ts'
import type { Order } from '#order/order.ts'
import { statusDefinition, statusName } from '#order/status.ts'

/** Why the order cannot be corrected now, and what to do first; undefined where it can. */
export function correctionBlock({ booked, status, courier, trackingNumber, joined }: Order) {
  if (!booked) return undefined
  if (joined) return `This order ${reasonSentence(['joined'])}.`
  const { isOpen } = statusDefinition(status)
  const why = isOpen
    ? `This order is booked${courier ? ` with ${courierName(courier)}` : ''}, so the parcel has its address and its contents already.`
    : `This order is ${statusName(status).toLowerCase()}.`
  const parts = [
    courier && 'set its courier to None',
    trackingNumber && 'empty its tracking number',
  ]
  const steps = [
    !isOpen && 'set its status to Pending or Processing and press Update Status',
    (courier || trackingNumber) && `${parts.filter(Boolean).join(', ')} and press Update Tracking`,
  ]
  return `${why} To correct it, clear the booking first: ${steps.filter(Boolean).join(', then ')}.`
}
