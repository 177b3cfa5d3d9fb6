import { beforeEach, expect, test, vi } from 'vitest'
import type { RowResult } from '#admin/acts/acts.api.ts'
import { submissionProblem } from '#kit/form/submit.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { withHistory } from '#tests/support/order-detail-page.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { stubPage } from '#tests/support/page-events.ts'
import { bookedResult } from '#tests/support/sent-acts.ts'
import { stubSessionStorage } from '#tests/support/session-storage.ts'
import { unsavedSentence } from './pressed.ts'
import { createRun, type RunServices } from './run.store.ts'
import type { ListedOrder } from './run-list.ts'
import { hasTypedHold, typedHold } from './typed-hold.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const LOST = 'No response came: it may be saved or not.'

const UNDONE: RowResult[] = [{ id: 'AAAAAAAA', ok: true }]

/** A queue of orders. Each request gets the response that the test names. */
function aRun(queue: string[], services: Partial<RunServices> = {}) {
  const sendAct = vi.fn<RunServices['sendAct']>(async ({ rows }) => {
    for (const { id } of rows) if (queue.includes(id)) queue.splice(queue.indexOf(id), 1)
    return rows.length > 0 ? rows.map(({ id }) => ({ id, ok: true })) : UNDONE
  })
  const run = createRun({
    deviceId: () => 'device-one',
    fetchNextOrder: async (_device, skip, first) => {
      const id = first ?? queue.find((one) => !skip.includes(one)) ?? null
      return { id, due: queue.length }
    },
    fetchRunList: async () => [],
    fetchOrderWithHistory: async (id) => withHistory(anOrder({ id })),
    fetchTexts: async () => ({ changed: new Map(), chats: 0 }),
    sendAct,
    ...services,
  })
  const shown = () => run.$shown.get()
  const shownId = () => shown()?.found.order.id
  const problem = () => submissionProblem(run.$submission.get(), unsavedSentence)
  return { ...run, sendAct, shown, shownId, problem }
}

test('rule 21.22: a cancelled order has its reason, and its retry is the same request', async () => {
  const { load, cancel, retry, sendAct, shownId, problem } = aRun(['AAAAAAAA', 'BBBBBBBB'])
  await load()
  sendAct.mockRejectedValueOnce(new ShopError('unreachable'))
  await cancel('fake')
  expect([shownId(), problem()]).toEqual(['AAAAAAAA', LOST])
  await retry()
  const [first, again] = sendAct.mock.calls.map(([act]) => act)
  const row = { id: 'AAAAAAAA', version: 1, status: 'cancelled', endReason: 'fake' }
  expect(first).toMatchObject({ act: 'book', rows: [row] })
  expect(again?.request).toBe(first?.request)
  expect(shownId()).toBe('BBBBBBBB')
})

test('rule 21.26: what was typed to hold an order that is cancelled then is forgotten', async () => {
  stubSessionStorage()
  const { load, act, cancel, sendAct } = aRun(['AAAAAAAA'])
  await load()
  typedHold('AAAAAAAA').set({ reason: 'phone', text: 'Rings on Friday' })
  sendAct.mockRejectedValueOnce(new ShopError('unreachable'))
  await act('hold', { reason: 'phone', text: 'Rings on Friday' })
  expect(hasTypedHold('AAAAAAAA')).toBe(true)
  await cancel('fake')
  expect(hasTypedHold('AAAAAAAA')).toBe(false)
})

test('rule 21.3: a refused attempt names why, and its order is shown as it is now', async () => {
  const orders = [anOrder({ id: 'AAAAAAAA' }), anOrder({ id: 'AAAAAAAA', status: 'cancelled' })]
  const { load, act, sendAct, skip, shown, shownId, problem } = aRun(['AAAAAAAA', 'BBBBBBBB'], {
    fetchOrderWithHistory: async (id) => withHistory(orders.shift() ?? anOrder({ id })),
  })
  await load()
  sendAct.mockResolvedValueOnce([{ id: 'AAAAAAAA', ok: false, code: 'erased' }])
  await act('yes')
  expect(shown()?.found.order.status).toBe('cancelled')
  expect(problem()).toBe('AAAAAAAA is not saved: its customer was erased.')
  await skip()
  expect(shownId()).toBe('BBBBBBBB')
  expect(problem()).toBeUndefined()
})

test('rule 21.3: the refusal of an order that is gone stands beside the next one', async () => {
  const queue = ['AAAAAAAA', 'BBBBBBBB']
  const missing: string[] = []
  const { load, act, sendAct, shownId, problem } = aRun(queue, {
    fetchOrderWithHistory: async (id) =>
      missing.includes(id) ? undefined : withHistory(anOrder({ id })),
  })
  await load()
  missing.push('AAAAAAAA')
  sendAct.mockResolvedValueOnce([{ id: 'AAAAAAAA', ok: false, code: 'not_found' }])
  await act('yes')
  expect(shownId()).toBe('BBBBBBBB')
  expect(problem()).toBe('AAAAAAAA is not saved: this order does not exist any more.')
})

test('rule 21.3: an order that changed is not cancelled, and says what changed', async () => {
  const order = anOrder({ id: 'AAAAAAAA', status: 'processing', version: 2 })
  const { load, cancel, problem } = aRun(['AAAAAAAA'], {
    sendAct: async () => [bookedResult(order, 'stale')],
  })
  await load()
  await cancel('fake')
  expect(problem()).toMatch(/^AAAAAAAA is not saved: .*status Pending → Processing\.$/)
})

test('rule 21.3: a page from the back/forward cache keeps a press without a response beside its order', async () => {
  const { dispatch } = stubPage()
  const queue = ['AAAAAAAA', 'BBBBBBBB']
  const { start, act, sendAct, shownId, problem } = aRun(queue)
  const stop = start()
  await vi.waitFor(() => expect(shownId()).toBe('AAAAAAAA'))
  sendAct.mockImplementationOnce(async () => {
    queue.shift()
    throw new ShopError('unreachable')
  })
  await act('yes')
  dispatch('pageshow', { persisted: true })
  expect([shownId(), problem()]).toEqual(['AAAAAAAA', LOST])
  stop()
})

test('a second press while one is sent does nothing, then or later', async () => {
  const { load, act, tell, sendAct } = aRun(['AAAAAAAA', 'BBBBBBBB'])
  await load()
  await Promise.all([act('yes'), tell('en')])
  await act('tomorrow')
  expect(sendAct.mock.calls.map(([{ act }]) => act)).toEqual(['attempt', 'attempt'])
})

test('rule 21.3: what is passed over comes last in this tab, after a reload too, and again when asked for', async () => {
  stubSessionStorage()
  const queue = ['AAAAAAAA', 'BBBBBBBB']
  const { load, skip, shownId } = aRun(queue)
  await load()
  await skip()
  expect(shownId()).toBe('BBBBBBBB')
  const reloaded = aRun(queue)
  await reloaded.load()
  expect(reloaded.shownId()).toBe('BBBBBBBB')
  await reloaded.skip()
  expect(reloaded.shownId()).toBeUndefined()
  await reloaded.showSkipped()
  expect([reloaded.shownId(), reloaded.$skipped.get()]).toEqual(['AAAAAAAA', []])
})

/** Of an order that waits for a reply. */
function listed(id: string, dueAt: string | null = null): ListedOrder {
  const row = { fullName: 'Ayesha Khan', city: 'Lahore', items: [], cash: 0, noAnswers: 0 }
  return { ...row, id, place: 'waiting', at: '2026-11-27T10:00:00Z', dueAt }
}

test('rules 21.3 and 21.49: a reply in the chat is one press in the list; the order on screen stays, and Undo takes it back', async () => {
  const rows = ['WWWWWWWW', 'XXXXXXXX']
  const fetchRunList = vi.fn(async () => rows.map((id) => listed(id)))
  const { load, confirm, undo, sendAct, shown, shownId, $done } = aRun(['AAAAAAAA'], {
    fetchRunList,
  })
  await load()
  const code = shown()?.code
  await confirm(rows.map((id) => listed(id)))
  const sent = rows.map((id) => expect.objectContaining({ id, act: 'yes' }))
  expect(sendAct).toHaveBeenLastCalledWith(expect.objectContaining({ act: 'attempt', rows: sent }))
  expect(fetchRunList).toHaveBeenCalledTimes(2)
  expect(shown()?.code).toBe(code)
  expect($done.get()).toHaveLength(1)
  const request = sendAct.mock.lastCall?.[0].request
  await undo()
  expect(sendAct).toHaveBeenLastCalledWith(expect.objectContaining({ act: 'undo', request }))
  expect(shownId()).toBe('AAAAAAAA')
})

test('rule 21.71: whom a reply confirmed keeps its place in the list, and Undo of its row leaves the later ones', async () => {
  const waiting = ['WWWWWWWW', 'XXXXXXXX', 'YYYYYYYY']
  const left = new Set(waiting)
  const { load, confirm, undo, skip, list, sendAct, $done } = aRun(['AAAAAAAA', 'BBBBBBBB'], {
    fetchRunList: async () => waiting.filter((id) => left.has(id)).map((id) => listed(id)),
  })
  const rows = () => {
    const view = list.$remote.get()
    return view.state === 'ready' && view.value.map(({ id, isGone }) => (isGone ? `(${id})` : id))
  }
  await load()
  for (const id of ['WWWWWWWW', 'XXXXXXXX']) {
    left.delete(id)
    await confirm([listed(id)])
  }
  expect(rows()).toEqual(['(WWWWWWWW)', '(XXXXXXXX)', 'YYYYYYYY'])
  left.add('WWWWWWWW')
  const [first, second] = $done.get()
  await undo(first)
  expect(sendAct.mock.lastCall?.[0]).toMatchObject({ act: 'undo', request: first?.request })
  expect(rows()).toEqual(['WWWWWWWW', '(XXXXXXXX)', 'YYYYYYYY'])
  expect($done.get()).toEqual([second])
  // With the next order the list begins anew.
  await skip()
  expect(rows()).toEqual(['WWWWWWWW', 'YYYYYYYY'])
})

test('rule 21.71: whom a reply confirmed stays confirmed, however many replies follow', async () => {
  const ids = Array.from({ length: 12 }, (_, nth) => `WWWWWWW${nth}`)
  const { load, confirm, $listed, $done } = aRun(['AAAAAAAA'])
  await load()
  for (const id of ids) await confirm([listed(id)])
  expect($listed.get().map(({ about }) => about.id)).toEqual(ids)
  expect($done.get()).toHaveLength(10)
})

test('rule 21.3: of several replies the one that is refused is named, and the others can be undone', async () => {
  const { load, confirm, sendAct, problem, $done } = aRun(['AAAAAAAA'])
  await load()
  sendAct.mockResolvedValueOnce([
    { id: 'WWWWWWWW', ok: true },
    { id: 'XXXXXXXX', ok: false, code: 'closed' },
  ])
  await confirm(['WWWWWWWW', 'XXXXXXXX'].map((id) => listed(id)))
  expect(problem()).toBe('XXXXXXXX is not saved: it is cancelled or delivered by now.')
  expect($done.get()).toHaveLength(1)
})

test('rule 21.3: what a customer does while her order is on screen is shown there', async () => {
  const stages = ['to_confirm', 'to_pack'] as const
  let looks = 0
  const { load, list, shown } = aRun(['AAAAAAAA'], {
    fetchOrderWithHistory: async (id) =>
      withHistory(anOrder({ id }), { stage: stages[looks++] ?? 'to_pack' }),
  })
  await load()
  const code = shown()?.code
  expect(shown()?.found.stage).toBe('to_confirm')
  await list.load()
  expect(shown()).toMatchObject({ code, found: { stage: 'to_pack' } })
})

test('rule 21.3: once nothing is left to ask, the first that is due comes by itself', async () => {
  stubPage()
  vi.useFakeTimers({ now: new Date('2026-11-27T12:00:00Z') })
  const queue: string[] = []
  const fetchRunList = async () => [listed('WWWWWWWW', '2026-11-27T12:10:00Z')]
  const { start, shownId } = aRun(queue, { fetchRunList })
  const stop = start()
  await vi.advanceTimersByTimeAsync(599_000)
  queue.push('WWWWWWWW')
  expect(shownId()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1000)
  expect(shownId()).toBe('WWWWWWWW')
  stop()
})

test('rules 21.3 and 21.5: a message saves the code in it, and brings the next order; looking saves none', async () => {
  const { load, tell, sendAct, shown, shownId } = aRun(['AAAAAAAA', 'BBBBBBBB'])
  for (let nth = 0; nth < 10; nth += 1) await load()
  expect(sendAct).not.toHaveBeenCalled()
  const code = shown()?.code
  expect(code).toMatch(/^[A-Za-z0-9]{24}$/)
  await tell('en')
  const row = { id: 'AAAAAAAA', kind: 'confirm', language: 'en', code }
  expect(sendAct).toHaveBeenCalledWith(expect.objectContaining({ act: 'tell', rows: [row] }))
  expect(shownId()).toBe('BBBBBBBB')
})

test('rule 21.5: a message without a response is sent before whatever else is pressed', async () => {
  const { load, tell, act, sendAct, shownId, problem } = aRun(['AAAAAAAA', 'BBBBBBBB'])
  await load()
  sendAct.mockRejectedValueOnce(new ShopError('unreachable'))
  await tell('en')
  expect([shownId(), problem()]).toEqual(['AAAAAAAA', LOST])
  sendAct.mockResolvedValueOnce([{ id: 'AAAAAAAA', ok: true, chats: 1 }])
  await act('yes')
  const [first, ...later] = sendAct.mock.calls.map(([act]) => act)
  expect(later.map(({ act }) => act)).toEqual(['tell', 'attempt'])
  expect(later[0]?.request).toBe(first?.request)
  expect(shownId()).toBe('BBBBBBBB')
})

test('rule 21.49: Undo takes back one press after the other', async () => {
  const { load, act, cancel, undo, sendAct, shownId, $done } = aRun([
    'AAAAAAAA',
    'BBBBBBBB',
    'CCCCCCCC',
  ])
  await load()
  await act('yes')
  await cancel('fake')
  const presses = sendAct.mock.calls.map(([act]) => act.request)
  await undo()
  expect(sendAct).toHaveBeenLastCalledWith(
    expect.objectContaining({ act: 'undo', request: presses[1] }),
  )
  expect(shownId()).toBe('BBBBBBBB')
  await undo()
  expect(sendAct).toHaveBeenLastCalledWith(
    expect.objectContaining({ act: 'undo', request: presses[0] }),
  )
  expect(shownId()).toBe('AAAAAAAA')
  expect($done.get()).toEqual([])
})

test('rule 21.49: an Undo that is refused says why, and one without a response is sent again', async () => {
  const { load, act, undo, retry, sendAct, shownId, problem } = aRun([
    'AAAAAAAA',
    'BBBBBBBB',
    'CCCCCCCC',
  ])
  await load()
  await act('yes')
  await act('tomorrow')
  sendAct.mockResolvedValueOnce([{ id: 'BBBBBBBB', ok: false, code: 'stale' }])
  await undo()
  expect(shownId()).toBe('CCCCCCCC')
  expect(problem()).toBe('BBBBBBBB stays as it is: it was changed meanwhile.')
  sendAct.mockRejectedValueOnce(new ShopError('unreachable'))
  await undo()
  expect(problem()).toBe(LOST)
  await retry()
  expect(shownId()).toBe('AAAAAAAA')
})
