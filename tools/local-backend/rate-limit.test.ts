import { expect, it } from 'vitest'
import { clientNetwork, createRateLimit, takeAll } from './rate-limit.ts'

function aLimit(most: number) {
  const clock = { now: 0 }
  return { clock, limit: createRateLimit(most, 1000, () => clock.now) }
}

function taken(limit: { take(key: string): boolean }, key: string, times: number): number {
  return Array.from({ length: times }, () => limit.take(key)).filter(Boolean).length
}

it('a key has so many hits in its window, and again in the next', () => {
  const { clock, limit } = aLimit(3)
  expect(taken(limit, 'a', 5)).toBe(3)
  clock.now = 999
  expect(taken(limit, 'a', 5)).toBe(0)
  clock.now = 1000
  expect(taken(limit, 'a', 5)).toBe(3)
})

it('keys have windows of their own', () => {
  const { clock, limit } = aLimit(1)
  limit.take('a')
  clock.now = 500
  expect(limit.take('b')).toBe(true)
  clock.now = 1000
  expect([limit.take('a'), limit.take('b')]).toEqual([true, false])
})

it('a hit that was given back is free again', () => {
  const { limit } = aLimit(1)
  limit.take('a')
  limit.giveBack('a')
  expect(taken(limit, 'a', 2)).toBe(1)
})

it('a hit given back after the end of its window changes nothing', () => {
  const { clock, limit } = aLimit(1)
  limit.take('a')
  clock.now = 1000
  limit.take('b')
  limit.giveBack('a')
  expect(taken(limit, 'a', 2)).toBe(1)
})

it('a full limit leaves the others as they were', () => {
  const [wide, narrow] = [aLimit(5).limit, aLimit(1).limit]
  const both = () =>
    takeAll([
      [wide, 'a'],
      [narrow, 'a'],
    ])
  expect([both(), both(), both()]).toEqual([true, false, false])
  expect(taken(wide, 'a', 9)).toBe(4)
})

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['2001:db8::4:5:6:7:8', '2001:db8:0:4'],
  ['::1', '0:0:0:0'],
  ['', ''],
  ['unknown', 'unknown'],
])('%j is counted as %j', (ip, network) => {
  expect(clientNetwork(ip)).toBe(network)
})
