import { beforeEach, expect, test, vi } from 'vitest'
import { submissionProblem } from '#kit/form/submit.ts'
import { codeOf, ShopError } from '#kit/remote/shop-error.ts'
import { inFull } from '#tests/support/order-detail-page.ts'
import { anOrder, NOT_CONFIRMED } from '#tests/support/order-factories.ts'
import { stubPage } from '#tests/support/page-events.ts'
import { stubSessionStorage } from '#tests/support/session-storage.ts'
import { shownIn } from './queue.ts'
import { createRun, type RunServices } from './run.store.ts'
import { readTypedHold, saveTypedHold } from './typed-hold.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

/** A queue of orders. Each request gets the response that the test names. */
function aRun(queue: string[], services: Partial<RunServices> = {}) {
  const addAttempt = vi.fn<RunServices['addAttempt']>(async ({ id }) => {
    queue.splice(queue.indexOf(id), 1)
    return { ok: true, status: 'pending', confirmation: NOT_CONFIRMED }
  })
  const run = createRun({
    deviceId: () => 'device-one',
    fetchNextOrder: async (_device, skip, first) => {
      const id = first ?? queue.find((one) => !skip.includes(one)) ?? null
      return {
        ok: true,
        id,
        left: { due: queue.length, elsewhere: 0, waiting: 0, postponed: 0 },
        chats: 0,
      }
    },
    fetchOrderInFull: async (id) => inFull(anOrder({ id })),
    fetchTemplates: async () => new Map(),
    addAttempt,
    ...services,
  })
  const shown = () => shownIn(run.$remote.get())
  const shownId = () => shown()?.found.order.id
  const problem = () => submissionProblem(run.$submission.get(), codeOf)
  return { ...run, addAttempt, shown, shownId, problem }
}

test('rule 21.22: a cancelled order has its reason, and its retry finds it cancelled', async () => {
  const bookOrder = vi.fn<RunServices['bookOrder']>()
  const queue = ['AAAAAAAA', 'BBBBBBBB']
  const { load, cancel, retry, shownId, problem } = aRun(queue, { bookOrder })
  await load()
  bookOrder.mockRejectedValueOnce(new ShopError('unreachable'))
  await cancel('fake')
  expect([shownId(), problem()]).toEqual(['AAAAAAAA', 'unreachable'])
  const order = anOrder({ id: 'AAAAAAAA', status: 'cancelled', version: 2 })
  bookOrder.mockImplementationOnce(async () => {
    queue.shift()
    return { ok: false, code: 'stale', order }
  })
  await retry()
  expect(bookOrder.mock.lastCall).toEqual([
    'AAAAAAAA',
    1,
    { status: 'cancelled', endReason: 'fake' },
    [],
  ])
  expect(shownId()).toBe('BBBBBBBB')
})

test('rule 21.26: what was typed to hold an order that is cancelled then is forgotten', async () => {
  stubSessionStorage()
  const order = anOrder({ id: 'AAAAAAAA', status: 'cancelled', version: 2 })
  const bookOrder = async () => ({ ok: true as const, order })
  const { load, act, cancel, addAttempt } = aRun(['AAAAAAAA'], { bookOrder })
  await load()
  saveTypedHold('AAAAAAAA', { reason: 'phone', text: 'Rings on Friday' })
  addAttempt.mockRejectedValueOnce(new ShopError('unreachable'))
  await act('hold', { reason: 'phone', text: 'Rings on Friday' })
  expect(readTypedHold('AAAAAAAA')).toBeDefined()
  await cancel('fake')
  expect(readTypedHold('AAAAAAAA')).toBeUndefined()
  vi.unstubAllGlobals()
})

test('rule 21.3: a refused attempt names why, and its order is shown as it is now', async () => {
  const orders = [anOrder({ id: 'AAAAAAAA' }), anOrder({ id: 'AAAAAAAA', status: 'cancelled' })]
  const { load, act, addAttempt, skip, shown, shownId, problem } = aRun(['AAAAAAAA', 'BBBBBBBB'], {
    fetchOrderInFull: async (id) => inFull(orders.shift() ?? anOrder({ id })),
  })
  await load()
  addAttempt.mockResolvedValueOnce({ ok: false, code: 'erased' })
  await act('yes')
  expect(shown()?.found.order.status).toBe('cancelled')
  expect(problem()).toBe('This is not saved: its customer was erased. The order is now Cancelled.')
  await skip()
  expect(shownId()).toBe('BBBBBBBB')
  expect(problem()).toBeUndefined()
})

test('rule 21.3: the refusal of an order that is gone stands beside the next one', async () => {
  const queue = ['AAAAAAAA', 'BBBBBBBB']
  const missing: string[] = []
  const { load, act, addAttempt, shownId, problem } = aRun(queue, {
    fetchOrderInFull: async (id) => (missing.includes(id) ? undefined : inFull(anOrder({ id }))),
  })
  await load()
  missing.push('AAAAAAAA')
  addAttempt.mockResolvedValueOnce({ ok: false, code: 'not_found' })
  await act('yes')
  expect(shownId()).toBe('BBBBBBBB')
  expect(problem()).toBe('AAAAAAAA is not saved: this order does not exist any more.')
})

test('rule 21.3: an order that changed is not cancelled, and says what changed', async () => {
  const order = anOrder({ id: 'AAAAAAAA', status: 'processing', version: 2 })
  const { load, cancel, problem } = aRun(['AAAAAAAA'], {
    bookOrder: async () => ({ ok: false, code: 'stale', order }),
  })
  await load()
  await cancel('fake')
  expect(problem()).toMatch(/^This is not saved: .*status Pending → Processing\. The order/)
})

test('rule 21.3: a page from the back/forward cache keeps a press without a response beside its order', async () => {
  const { dispatch } = stubPage()
  const queue = ['AAAAAAAA', 'BBBBBBBB']
  const { start, act, addAttempt, shownId, problem } = aRun(queue)
  const stop = start()
  await vi.waitFor(() => expect(shownId()).toBe('AAAAAAAA'))
  addAttempt.mockImplementationOnce(async () => {
    queue.shift()
    throw new ShopError('unreachable')
  })
  await act('yes')
  dispatch('pageshow', { persisted: true })
  expect([shownId(), problem()]).toEqual(['AAAAAAAA', 'unreachable'])
  stop()
  vi.unstubAllGlobals()
})

test('a second press while one is sent does nothing', async () => {
  const { load, act, addAttempt } = aRun(['AAAAAAAA', 'BBBBBBBB'])
  await load()
  await Promise.all([act('yes'), act('no_answer')])
  expect(addAttempt).toHaveBeenCalledOnce()
})

test('an order that is passed over comes no more on this page', async () => {
  const { load, skip, shownId } = aRun(['AAAAAAAA', 'BBBBBBBB'])
  await load()
  await skip()
  expect(shownId()).toBe('BBBBBBBB')
  await skip()
  expect(shownId()).toBeUndefined()
})

test('rules 21.3 and 21.5: a message saves the code in it, and brings the next order; looking saves none', async () => {
  const queue = ['AAAAAAAA', 'BBBBBBBB']
  const noteMessage = vi.fn<RunServices['noteMessage']>(async ({ id }) => {
    queue.splice(queue.indexOf(id), 1)
    return { ok: true, chats: 1 }
  })
  const { load, tell, shown, shownId } = aRun(queue, { noteMessage })
  for (let nth = 0; nth < 10; nth += 1) await load()
  expect(noteMessage).not.toHaveBeenCalled()
  const code = shown()?.code
  expect(code).toMatch(/^[A-Za-z0-9]{24}$/)
  await tell('en')
  expect(noteMessage).toHaveBeenCalledWith(
    expect.objectContaining({ id: 'AAAAAAAA', kind: 'confirm', language: 'en', code }),
  )
  expect(shownId()).toBe('BBBBBBBB')
})

test('rule 21.5: a message without a response is sent before whatever else is pressed', async () => {
  const sent: unknown[] = []
  const noteMessage = vi.fn<RunServices['noteMessage']>(async ({ message }) => {
    sent.push(message)
    return { ok: true, chats: 1 }
  })
  noteMessage.mockRejectedValueOnce(new ShopError('unreachable'))
  const { load, tell, act, addAttempt, shownId, problem } = aRun(['AAAAAAAA', 'BBBBBBBB'], {
    noteMessage,
  })
  await load()
  await tell('en')
  expect([shownId(), problem()]).toEqual(['AAAAAAAA', 'unreachable'])
  await act('yes')
  expect(sent).toEqual([noteMessage.mock.calls[0]?.[0].message])
  expect(addAttempt).toHaveBeenCalledOnce()
  expect(shownId()).toBe('BBBBBBBB')
})

test('rule 21.49: Undo takes back one press after the other, for the version that it was made from', async () => {
  const queue = ['AAAAAAAA', 'BBBBBBBB', 'CCCCCCCC']
  const undoAttempt = vi.fn<RunServices['undoAttempt']>(async () => ({ ok: true }))
  const cancelled = anOrder({ id: 'BBBBBBBB', status: 'cancelled', version: 2 })
  const bookOrder = vi.fn<RunServices['bookOrder']>(async (id) => {
    queue.splice(queue.indexOf(id), 1)
    return { ok: true, order: cancelled }
  })
  const { load, act, cancel, undo, addAttempt, shownId, $done } = aRun(queue, {
    undoAttempt,
    bookOrder,
  })
  await load()
  await act('yes')
  await cancel('fake')
  bookOrder.mockResolvedValueOnce({ ok: true, order: anOrder({ id: 'BBBBBBBB', version: 3 }) })
  await undo()
  expect(bookOrder.mock.lastCall?.slice(0, 3)).toEqual([
    'BBBBBBBB',
    2,
    expect.objectContaining({ status: 'pending' }),
  ])
  expect(shownId()).toBe('BBBBBBBB')
  await undo()
  const attempt = addAttempt.mock.calls[0]?.[0].attempt
  expect(undoAttempt).toHaveBeenCalledWith({ id: 'AAAAAAAA', attempt, version: 1 })
  expect(shownId()).toBe('AAAAAAAA')
  expect($done.get()).toEqual([])
})

test('rule 21.49: an Undo that is refused says why, and one without a response is sent again', async () => {
  const undoAttempt = vi.fn<RunServices['undoAttempt']>()
  const { load, act, undo, retry, shownId, problem } = aRun(['AAAAAAAA', 'BBBBBBBB', 'CCCCCCCC'], {
    undoAttempt,
  })
  await load()
  await act('yes')
  await act('tomorrow')
  undoAttempt.mockResolvedValueOnce({ ok: false, code: 'stale' })
  await undo()
  expect(shownId()).toBe('CCCCCCCC')
  expect(problem()).toBe('BBBBBBBB stays as it is: it was changed meanwhile.')
  undoAttempt.mockRejectedValueOnce(new ShopError('unreachable'))
  await undo()
  expect(problem()).toBe('unreachable')
  undoAttempt.mockResolvedValueOnce({ ok: true })
  await retry()
  expect(shownId()).toBe('AAAAAAAA')
})
