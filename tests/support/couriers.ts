import type { Courier } from '#admin/parcels/couriers.ts'

export function aCourier(changes: Partial<Courier> = {}): Courier {
  return {
    id: 'postex',
    name: 'PostEx',
    trackingUrl: 'https://postex.pk/tracking?cn={number}',
    sheet: 'postex',
    format: 'postex',
    active: true,
    version: 1,
    ...changes,
  }
}

export const someCouriers: Courier[] = [
  aCourier(),
  aCourier({
    id: 'tcs',
    name: 'TCS',
    trackingUrl: 'https://tcs.pk/{number}',
    sheet: 'custom',
    format: 'tcs',
  }),
]
