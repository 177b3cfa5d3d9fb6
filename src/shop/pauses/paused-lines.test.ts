import { expect, test } from 'vitest'
import { pausedLines } from './paused-lines.ts'

test('rule 23.3: lines of a cart that are paused are named', () => {
  const size = { id: 'oil', size: '100ml' }
  const line = { ...size, name: 'Oil' }
  const pause = { ...size, reason: 'back after Eid', until: null }
  expect(pausedLines([line, { ...line, id: 'soap' }], [pause])).toEqual([
    { name: 'Oil', size: '100ml', sentence: 'Not sold now: back after Eid.' },
  ])
})
