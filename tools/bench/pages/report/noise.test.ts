import { expect, test } from 'vitest'
import { aPage, perfect, weight } from './a-page.ts'
import { noiseIn } from './noise.ts'

test('a floor that was blocked tells that the machine was busy', () => {
  expect(noiseIn({ pages: [onFloor([0, 588])] })).toContain('588 ms')
})

test('a run without blocked floors, or without floors, says nothing', () => {
  expect(noiseIn({ pages: [onFloor([0, 0]), aPage()] })).toBeUndefined()
})

function onFloor(blocked: number[]) {
  const audits = blocked.map((tbt) => ({ ...perfect, tbt }))
  return aPage({
    floors: {
      plain: { first: weight, audits, taps: [] },
      react: { first: weight, audits: [{ ...perfect, tbt: 9 }], taps: [] },
    },
  })
}
