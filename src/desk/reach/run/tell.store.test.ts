import { beforeEach, expect, test, vi } from 'vitest'
import type { sendAct as send } from '#admin/acts/acts.api.ts'
import type { OrderQuery } from '#admin/orders/orders.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { withHistory } from '#tests/support/order-detail-page.ts'
import { anOrder, anOrderSummary } from '#tests/support/order-factories.ts'
import { stubPage } from '#tests/support/page-events.ts'
import { createTeller, fetchUntold } from './tell.store.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

/** A shop where these orders are shipped, and no customer was told. */
async function aTeller(untold: string[]) {
  const { show, dispatch } = stubPage()
  const told: string[] = []
  const sendAct = vi.fn<typeof send>(async ({ rows }) => {
    told.push(...rows.map(({ id }) => id))
    return rows.map(({ id }) => ({ id, ok: true, chats: 7 }))
  })
  const teller = createTeller({
    fetchUntold: async (skipped) => ({
      ids: untold.filter((id) => !told.includes(id) && !skipped.includes(id)),
      hasMore: false,
    }),
    fetchOrderWithHistory: async (id) => withHistory(anOrder({ id, status: 'shipped' })),
    fetchTexts: async () => ({ changed: new Map(), chats: 3 }),
    sendAct,
  })
  const shownId = () => teller.$shown.get()?.found.order.id
  const stop = teller.start()
  await vi.waitFor(() => expect(shownId()).toBeDefined())
  const comeBack = () => {
    show('hidden')
    show('visible')
  }
  const restore = () => dispatch('pageshow', { persisted: true })
  return { ...teller, stop, sendAct, shownId, comeBack, restore }
}

test('rule 21.21: what was lost in the background is sent again, as the same message', async () => {
  const { tell, comeBack, restore, shownId, sendAct, stop, $submission } = await aTeller([
    'AAAAAAAA',
  ])
  sendAct.mockRejectedValueOnce(new ShopError('unreachable'))
  await tell('ur-Latn')
  expect([shownId(), $submission.get().state]).toEqual(['AAAAAAAA', 'failed'])
  // From the back/forward cache the page may be restored before it is visible.
  restore()
  comeBack()
  await vi.waitFor(() => expect(shownId()).toBeUndefined())
  const [first, second] = sendAct.mock.calls.map(([act]) => act.request)
  expect(second).toBe(first)
  stop()
})

test('rule 21.21: a message that is pressed again before it was saved is one message', async () => {
  const { tell, shownId, sendAct, stop } = await aTeller(['AAAAAAAA'])
  sendAct.mockRejectedValueOnce(new ShopError('unreachable'))
  await tell('ur-Latn')
  await tell('ur-Latn')
  expect(shownId()).toBeUndefined()
  const [first, ...others] = sendAct.mock.calls.map(([act]) => act.request)
  expect(others).toEqual([first])
  stop()
})

test('rule 21.21: whoever passed over a page of orders comes to the next one', async () => {
  const newer = { date: '2026-11-21T04:22:03.123456+00:00', id: 'BBBBBBBB' }
  const pages = [
    { rows: [anOrderSummary({ id: 'AAAAAAAA' }), anOrderSummary({ id: 'BBBBBBBB' })], newer },
    { rows: [anOrderSummary({ id: 'CCCCCCCC' })], newer: undefined },
  ]
  const fetchPage = async (query: OrderQuery) => {
    const page = pages[query.newer ? 1 : 0]
    return { rows: [], newer: undefined, ...page, older: undefined }
  }
  expect(await fetchUntold(['AAAAAAAA'], fetchPage)).toEqual({ ids: ['BBBBBBBB'], hasMore: true })
  expect(await fetchUntold(['AAAAAAAA', 'BBBBBBBB'], fetchPage)).toEqual({
    ids: ['CCCCCCCC'],
    hasMore: false,
  })
})
