import { type Courier, settings } from '#config/settings.ts'

/** The courier of the settings with this id, if there is one. */
export function findCourier(id: string | undefined): Courier | undefined {
  return settings.couriers.find((courier) => courier.id === id)
}

/** A courier that is not in the settings any more has its id for a name. */
export function courierName(id: string): string {
  return findCourier(id)?.name ?? id
}

/** The courier's page about a parcel; undefined where the courier is not in the settings. */
export function trackingLink(courierId: string | undefined, number: string): string | undefined {
  return findCourier(courierId)?.trackingUrl.replaceAll('{number}', () =>
    encodeURIComponent(number),
  )
}
