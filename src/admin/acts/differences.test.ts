import { expect, test } from 'vitest'
import { formatDifference, loggedDifferences } from './differences.ts'

test('the log says in words what happened to a parcel', () => {
  const sentences = loggedDifferences({ parcel: 'handed_over' }, { parcel: 'attempt_failed' })
  expect(sentences.map(formatDifference)).toEqual(['Parcel: With the courier → Not delivered'])
})
