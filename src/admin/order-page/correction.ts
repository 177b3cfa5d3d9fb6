import { courierName } from '#admin/order/couriers.ts'
import { LIST_LOCALE } from '#config/locale.ts'
import type { Order } from '#order/order.ts'
import { statusDefinition, statusName } from '#order/status.ts'

/** Why the order cannot be corrected now, and what to do first; undefined where it can. */
export function correctionBlock({ booked, status, courier, trackingNumber }: Order) {
  if (!booked) return undefined
  const { isOpen } = statusDefinition(status)
  const why = isOpen
    ? `This order is booked${courier ? ` with ${courierName(courier)}` : ''}, so the parcel has its address and its contents already.`
    : `This order is ${statusName(status).toLowerCase()}.`
  const steps = [
    !isOpen && 'set its status to Pending or Processing',
    courier && 'set its courier to None',
    trackingNumber && 'empty its tracking number',
  ].filter((step) => typeof step === 'string')
  const list = new Intl.ListFormat(LIST_LOCALE).format(steps)
  return `${why} To correct it, clear the booking first: ${list}, and press Update Status.`
}
