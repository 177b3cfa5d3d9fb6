import { expect, test } from 'vitest'
import { type Notice, shownOf } from '../../supabase/functions/outbox/notice.ts'

const NEW_ORDER: Notice = {
  id: 1,
  kind: 'order',
  subject: 'ABCDEFGH',
  status: null,
  counts: null,
  toConfirm: 3,
  amount: 1459,
  city: 'Lahore',
}

test('rule 24.2: a new order is told with how many are to confirm, and leads to it', () => {
  expect(shownOf(NEW_ORDER)).toEqual({
    title: 'New order',
    body: '1459.00, Lahore, 3 to confirm',
    tag: 'order:ABCDEFGH',
    path: '/admin/orders/ABCDEFGH',
  })
})

test.each<[Partial<Notice>, string]>([
  [{ kind: 'several', counts: { order: 6 } }, '/admin/orders?stage=to_confirm'],
  [{ kind: 'digest', counts: { order: 1, help: 1 } }, '/admin/orders?stage=to_confirm'],
  [{ kind: 'several', counts: { order: 6 }, toConfirm: 0 }, '/admin/orders'],
  [{ kind: 'several', counts: { cancelled: 6 } }, '/admin/orders'],
  [{ kind: 'limit', subject: 'many_of_phone' }, '/admin/orders?mark=any'],
  [{ kind: 'message' }, '/admin/messages'],
])('rule 24.2: a notice of %o leads to %s', (notice, path) => {
  expect(shownOf({ ...NEW_ORDER, ...notice }).path).toBe(path)
})
