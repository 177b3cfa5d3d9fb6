import { expect, test } from 'vitest'
import { addressMarks, MARKS, markTexts, type OrderMark } from './marks.ts'

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

test.each([
  [{ city: 'lhr', state: 'Punjab' }, []],
  [{ city: 'DHA Lahore', state: 'Punjab' }, []],
  [{ city: 'Faisalabd', state: 'Punjab' }, ['unknown_city']],
  [{ city: 'Mirpur', state: 'Sindh' }, ['unknown_city']],
  [{ city: 'Mirpur', state: 'Azad Kashmir' }, []],
  [{ city: 'Mirpur', state: 'Sindh', postalCode: '69000' }, []],
  [{ city: 'Test', state: 'Punjab', address: 'asdf, asdf' }, ['unknown_city', 'short_address']],
  [{ city: 'Multan', state: 'Punjab', address: 'مکان نمبر ۷، گلی ۳' }, []],
] as const)('rule 21.27: %j has the marks %j', (to, marks) => {
  expect(addressMarks(to)).toEqual(marks)
})
