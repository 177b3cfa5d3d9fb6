import { beforeEach, expect, test } from 'vitest'
import { someCouriers } from '#tests/support/couriers.ts'
import { $couriers } from './couriers.ts'
import { formatParcel } from './parcels.ts'

beforeEach(() => $couriers.set(someCouriers))

test.each([
  ['tcs', '770012345', 'TCS 770012345'],
  ['tcs', undefined, 'TCS'],
  [undefined, '770012345', '770012345'],
  ['not-in-the-settings', '770012345', 'not-in-the-settings 770012345'],
  [undefined, undefined, ''],
])(
  'rule 14.1: the parcel of courier %s with number %s is "%s"',
  (courier, trackingNumber, text) => {
    expect(formatParcel({ courier, trackingNumber })).toBe(text)
  },
)
