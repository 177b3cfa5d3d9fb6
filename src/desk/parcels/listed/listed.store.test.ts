import { beforeEach, expect, test, vi } from 'vitest'
import type { Act, RowResult } from '#admin/acts/acts.api.ts'
import type { Told } from '#admin/order/told.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { anOrder, aWholeOrder } from '#tests/support/order-factories.ts'
import { createListed } from './listed.store.ts'
import { formatDaysAgo, type ListedParcel, textForCourier } from './listed.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue()
})

function aRow(change: Partial<ListedParcel> = {}): ListedParcel {
  return {
    ...{ orderId: 'ABCDEFGH', order: aWholeOrder({ id: 'ABCDEFGH' }) },
    ...{ state: 'attempt_failed', reason: 'no_answer', word: 'attempted' },
    ...{ at: '2026-11-20T05:00:00Z', days: 3, toldAt: null },
    ...change,
  }
}

test('rule 22.49: who was written to is saved once, and a retry is the same message', async () => {
  const at = '2026-11-27T05:00:00Z'
  const told: Told = {
    messages: [{ at, kind: 'failed', language: 'ur-Latn' }],
    language: 'ur-Latn',
  }
  const sendAct = vi.fn(async ({ rows }: Act): Promise<RowResult[]> => {
    if (sendAct.mock.calls.length === 1) throw new ShopError('unreachable')
    return rows.map(({ id }) => ({ id, ok: true, chats: 1, told }))
  })
  const { list, chats } = createListed('not_delivered', {
    sendAct,
    fetchListed: async () => [aRow()],
    fetchTexts: async () => ({ changed: new Map(), chats: 0 }),
  })
  await list.load()
  const opened = { id: 'ABCDEFGH', kind: 'failed', language: 'ur-Latn' } as const
  await chats.tell(opened)
  expect(chats.$unsaved.get()).toEqual(['ABCDEFGH'])
  await chats.tell(opened)
  expect(chats.$unsaved.get()).toEqual([])
  const [first, again] = sendAct.mock.calls.map(([act]) => act)
  expect(again?.request).toBe(first?.request)
  expect(first).toMatchObject({ act: 'tell', rows: [{ kind: 'failed', language: 'ur-Latn' }] })
  const view = list.$remote.get()
  expect(view.state === 'ready' && view.value[0]).toMatchObject({
    order: { told },
    toldAt: expect.any(String),
  })
})

test('rule 22.61: rows keep their places after a press, which Undo takes back', async () => {
  const ids = ['AAAAAAAA', 'BBBBBBBB', 'CCCCCCCC']
  let listed = ids
  const sendAct = vi.fn(async ({ request, act }: Act): Promise<RowResult[]> => {
    if (act === 'undo') listed = ids
    return [{ id: request, ok: true }]
  })
  const store = createListed('not_delivered', {
    sendAct,
    fetchListed: async () => listed.map((orderId) => aRow({ orderId })),
    fetchTexts: async () => ({ changed: new Map(), chats: 0 }),
    onMoved: () => {},
  })
  const rows = () => {
    const view = store.list.$remote.get()
    return view.state === 'ready' && view.value.map(({ orderId, isGone }) => [orderId, isGone])
  }
  await store.list.load()

  listed = ['AAAAAAAA', 'CCCCCCCC']
  await store.note('BBBBBBBB', 'try_again', { id: 'BBBBBBBB', ok: true, request: 'a request' })
  expect(rows()).toEqual([
    ['AAAAAAAA', false],
    ['BBBBBBBB', true],
    ['CCCCCCCC', false],
  ])
  expect([...store.$done.get()].map(([id, { press }]) => [id, press])).toEqual([
    ['BBBBBBBB', 'try_again'],
  ])

  // What came too late stays, with what stands beside it.
  sendAct.mockResolvedValueOnce([{ id: 'BBBBBBBB', ok: false, code: 'changed' }])
  await store.undo('BBBBBBBB')
  expect([...store.$done.get().keys()]).toEqual(['BBBBBBBB'])

  await store.undo('BBBBBBBB')
  expect(sendAct).toHaveBeenCalledWith({ request: 'a request', act: 'undo', rows: [] })
  expect(rows()).toEqual(ids.map((id) => [id, false]))
  expect(store.$done.get().size).toBe(0)
})

test('rule 22.49: the text for the courier says what to deliver again, where, and for how much', () => {
  const order = anOrder({ trackingNumber: 'PX-1', total: 145900 })
  order.shippingAddress = { ...order.shippingAddress, landmark: 'Near the mosque' }
  const text = textForCourier(order)
  expect(text).toMatch(/^Please deliver PX-1 again, and call before: 0\d{3} \d{7}\./)
  expect(text).toContain('Near the mosque')
  expect(text).toContain('Cash Rs 1459.00.')
})

test.each([
  [0, ''],
  [1, '1 day ago'],
  [14, '14 days ago'],
])('%i days since are said as “%s”', (days, text) => {
  expect(formatDaysAgo(days)).toBe(text)
})
