/* Couriers as the newest response has them: the list of orders, an order and the page of sheets bring them along. */
import { atom } from 'nanostores'

export interface Courier {
  id: string
  name: string
  /** Its page about a parcel, with {number} for the tracking number; null where it has none. */
  trackingUrl: string | null
  /** Whose columns its sheet has until the admin sets others. */
  sheet: string
  /** Whose headers and words its files have. */
  format: string
  /** Whether it is offered. A hidden one keeps its orders. */
  active: boolean
  /** Counts its changes. A change names the version that it was made from. */
  version: number
}

export const $couriers = atom<readonly Courier[]>([])

export function findCourier(id: string | undefined): Courier | undefined {
  return $couriers.get().find((courier) => courier.id === id)
}

/** An unknown courier has its id for a name. */
export function courierName(id: string): string {
  return findCourier(id)?.name ?? id
}

/** The couriers that are offered, and the chosen one if it is hidden or unknown. */
export function courierOptions(couriers: readonly Courier[], chosen?: string | null) {
  const options = couriers
    .filter(({ id, active }) => active || id === chosen)
    .map(({ id, name }) => ({ value: id, label: name }))
  const isKnown = !chosen || options.some(({ value }) => value === chosen)
  return isKnown ? options : [...options, { value: chosen, label: chosen }]
}
