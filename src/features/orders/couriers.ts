import { type Courier, settings } from '#config/settings.ts'

/** The courier of the settings with this id, if there is one. */
export function findCourier(id: string | undefined): Courier | undefined {
  return settings.couriers.find((courier) => courier.id === id)
}

/** The courier's page about a parcel; undefined where the courier is not in the settings. */
export function trackingLink(courierId: string | undefined, number: string): string | undefined {
  return findCourier(courierId)?.trackingUrl.replaceAll('{number}', () =>
    encodeURIComponent(number),
  )
}
