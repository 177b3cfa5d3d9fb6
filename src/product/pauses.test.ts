import { expect, test } from 'vitest'
import { type Pause, pauseOf } from './pauses.ts'
import { pauseSentence } from './words.ts'

const size = { id: 'oil', size: '100ml' }
const pause: Pause = { ...size, reason: 'back after Eid', until: null }
const shop: Pause = { id: '', size: '', reason: 'Closed.', until: '2026-12-01' }

test('rule 23.2: a pause of the shop holds for every size, and its reason is the one that is said', () => {
  expect(pauseOf([pause, shop], size)).toBe(shop)
  expect(pauseOf([shop], { id: 'soap', size: '1' })).toBe(shop)
  expect(pauseOf([pause], { ...size, size: '200ml' })).toBeUndefined()
})

test('rule 23.3: a pause says why, and when it ends where that is known', () => {
  expect(pauseSentence(pause)).toBe('Not sold now: back after Eid.')
  expect(pauseSentence(shop)).toBe('Not sold now: Closed. We expect it on December 1, 2026.')
})
