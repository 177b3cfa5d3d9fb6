import { expect, test } from 'vitest'
import { aCourier } from '#tests/support/couriers.ts'
import { courierOptions } from './couriers.ts'

test('rule 21.29: a hidden courier is offered only where it is chosen', () => {
  const couriers = [aCourier(), aCourier({ id: 'own', name: 'Our own rider', active: false })]
  const offered = (chosen?: string) => courierOptions(couriers, chosen).map(({ label }) => label)
  expect(offered()).toEqual(['PostEx'])
  expect(offered('own')).toEqual(['PostEx', 'Our own rider'])
  expect(offered('gone')).toEqual(['PostEx', 'gone'])
})
