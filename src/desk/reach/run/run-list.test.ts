import { expect, test } from 'vitest'
import { formatWait, type ListedOrder } from './run-list.ts'

test.each<[string, Partial<ListedOrder>]>([
  ['asked 2:05 PM', { place: 'waiting', at: '2026-11-25T09:05:00Z' }],
  ['due tomorrow 10:00 AM', { place: 'later', dueAt: '2026-11-26T05:00:00Z' }],
  ['3 times no answer: decide', { place: 'later', dueAt: null, noAnswers: 3 }],
  ['on its screen now', { place: 'elsewhere' }],
])('rule 21.3: the list of the run says “%s”', (text, order) => {
  const row = { id: '', fullName: '', city: '', items: [], cash: 0, noAnswers: 0 }
  const listed = { ...row, place: 'later' as const, at: '', dueAt: null, ...order }
  expect(formatWait(listed, new Date('2026-11-25T12:00:00Z')).replaceAll('\u202f', ' ')).toBe(text)
})
