import { expect, test } from 'vitest'
import { aPage, perfect, weight } from './a-page.ts'
import { noiseIn } from './noise.ts'

test('a baseline that was blocked tells that the machine was busy', () => {
  expect(noiseIn({ pages: [onBaseline([0, 588])] })).toContain('588 ms')
})

test('a run without blocked baselines, or without baselines, says nothing', () => {
  expect(noiseIn({ pages: [onBaseline([0, 0]), aPage()] })).toBeUndefined()
})

function onBaseline(blocked: number[]) {
  const audits = blocked.map((tbt) => ({ ...perfect, tbt }))
  return aPage({
    baselines: {
      plain: { first: weight, audits, taps: [] },
      react: { first: weight, audits: [{ ...perfect, tbt: 9 }], taps: [] },
    },
  })
}
