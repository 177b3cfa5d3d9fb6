import { expect, test } from 'vitest'
import type { RowResult } from '#admin/acts/acts.api.ts'
import { endSentence, formatWait, type ListedOrder, replyTo } from './run-list.ts'

test.each<[string, Partial<ListedOrder>]>([
  [
    'asked 2:05 PM, due 4:05 PM',
    { place: 'waiting', at: '2026-11-25T09:05:00Z', dueAt: '2026-11-25T11:05:00Z' },
  ],
  ['due tomorrow 10:00 AM', { place: 'later', dueAt: '2026-11-26T05:00:00Z' }],
  ['3 times no answer: decide', { place: 'later', dueAt: null, noAnswers: 3 }],
  ['on its screen now', { place: 'elsewhere' }],
])('rule 21.3: the list of the run says “%s”', (text, order) => {
  expect(
    formatWait(listed(order), new Date('2026-11-25T12:00:00Z')).replaceAll('\u202f', ' '),
  ).toBe(text)
})

test.each<[string, number, Partial<ListedOrder>[]]>([
  ['All orders are confirmed.', 0, []],
  [
    'Nothing is left to ask here: 1 passed over here, 1 waiting, 2 later, 1 on another device.',
    2,
    [{ place: 'waiting' }, {}, {}, { place: 'elsewhere' }],
  ],
])('rule 21.3: the end of the run says “%s”', (sentence, due, orders) => {
  expect(endSentence(due, orders.map(listed))).toBe(sentence)
})

test.each([
  ['it left the list', true, { isGone: true, at: '2026-11-25T10:00:00Z' }],
  ['the list is not loaded again yet', true, { at: '2026-11-25T08:00:00Z' }],
  ['it was asked about again since', false, { at: '2026-11-25T10:00:00Z' }],
])('rule 21.71: an order has its reply where %s: %s', (_, hasReply, order) => {
  const reply = replied({ id: '', ok: true })
  expect(replyTo({ ...listed(order), ...order }, [reply])).toBe(hasReply ? reply : undefined)
})

test('rule 21.71: an order whose reply was refused is not confirmed', () => {
  const reply = replied({ id: '', ok: false, code: 'closed' })
  expect(replyTo(listed({ at: '2026-11-25T08:00:00Z' }), [reply])).toBeUndefined()
})

function replied(result: RowResult) {
  return { rows: [{ id: '', at: '2026-11-25T09:05:00Z' }], results: [result] }
}

function listed(order: Partial<ListedOrder>): ListedOrder {
  const row = { id: '', fullName: '', city: '', items: [], cash: 0, noAnswers: 0 }
  return { ...row, place: 'later', at: '', dueAt: null, ...order }
}
