import { describe, expect, test } from 'vitest'
import { settings } from '#config/settings.ts'
import { findCourier, trackingLink } from './couriers.ts'

describe.each(settings.couriers)('the courier $id', ({ id, trackingUrl }) => {
  test('has an id that the database takes, for itself', () => {
    expect(id).toMatch(/^[a-z0-9-]{1,40}$/)
    expect(settings.couriers.filter((other) => other.id === id)).toHaveLength(1)
  })

  test('rule 15.9: has a link for every tracking number, whatever signs are in it', () => {
    const number = 'A/1 _.-?&#$&'
    const link = new URL(trackingLink(id, number) ?? '')
    expect([link.protocol, link.hash]).toEqual(['https:', ''])
    expect(decodeURIComponent(link.href)).toBe(trackingUrl.replace('{number}', () => number))
  })
})

test('an unknown courier has no link', () => {
  expect(trackingLink('nobody', 'PX1')).toBeUndefined()
  expect(findCourier(undefined)).toBeUndefined()
})
