import { beforeEach, expect, test } from 'vitest'
import { $couriers } from '#admin/parcels/couriers.ts'
import { someCouriers } from '#tests/support/couriers.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { correctionBlock } from './correction.ts'

beforeEach(() => $couriers.set(someCouriers))

test.each([
  [{ booked: false }, undefined],
  [
    { booked: true, courier: 'postex', trackingNumber: 'CN 1' },
    'booked with PostEx.*set its courier to None, empty its tracking number and press Update Tracking',
  ],
  [
    { booked: true, status: 'shipped' as const },
    'is shipped.*set its status to Pending.*press Update Status',
  ],
  [{ booked: true, status: 'cancelled' as const, joined: true }, 'take it apart there first\\.$'],
])(
  'rule 14.26: a booked order says why it cannot be corrected, and what to do: %o',
  (change, text) => {
    const block = correctionBlock(anOrder(change))
    if (text === undefined) expect(block).toBeUndefined()
    else expect(block).toMatch(new RegExp(text))
  },
)
