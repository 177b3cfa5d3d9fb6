import { expect, test } from 'vitest'
import { createSteadyCode } from './steady-code.ts'

test.each<[string, (string | undefined)[], string[]]>([
  ['a code that stays in sight counts once', ['A', 'A', undefined, 'A', 'A'], ['A']],
  ['a code that is read once is no code', ['A', 'B', 'A', 'B'], []],
  ['a picture without a code between two does not matter', ['A', undefined, 'A'], ['A']],
  [
    'the next code counts, and the one before it again',
    ['A', 'A', 'B', 'B', 'A', 'A'],
    ['A', 'B', 'A'],
  ],
])('rule 21.41: %s', (_, seen, counted) => {
  const steady = createSteadyCode()
  expect(seen.flatMap((text, nth) => steady(text, nth * 100) ?? [])).toEqual(counted)
})

test('rule 21.41: a code that was out of sight for two seconds counts anew', () => {
  const steady = createSteadyCode()
  const times = [0, 100, 200, 2300, 2400]
  expect(times.map((now) => steady('A', now))).toEqual([undefined, 'A', undefined, 'A', undefined])
})
