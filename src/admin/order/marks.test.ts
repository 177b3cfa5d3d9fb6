import { expect, test } from 'vitest'
import { MARKS, markTexts, type OrderMark } from './marks.ts'

test('rule 14.17: marks are sentences in one order, whatever the order of their codes', () => {
  const texts = markTexts(['not_mobile', 'duplicate'])
  expect(texts).toEqual([MARKS.duplicate, MARKS.not_mobile])
  for (const { badge, sentence } of markTexts(Object.keys(MARKS) as OrderMark[])) {
    expect(sentence).toMatch(/^[A-Z].+\.$/)
    expect(`${badge} ${sentence}`).not.toMatch(/score|risk|fraud/i)
  }
})

test('a mark of a newer database is left out', () => {
  expect(markTexts(['of_tomorrow' as OrderMark])).toEqual([])
})
