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
    fetchNextOrder: async (_device, skip) => {
      const id = queue.find((one) => !skip.includes(one)) ?? null
      return { ok: true, id, left: { due: queue.length, postponed: 0 }, chats: 0 }
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

test('rule 21.5: looking at an order saves no code, and sending its message saves the one in it', async () => {
  const noteMessage = vi.fn<RunServices['noteMessage']>(async () => ({ ok: true, chats: 1 }))
  const { load, tell, shown } = aRun(['AAAAAAAA'], { noteMessage })
  for (let nth = 0; nth < 10; nth += 1) await load()
  expect(noteMessage).not.toHaveBeenCalled()
  await tell('confirm', 'en')
  const code = shown()?.code
  expect(code).toMatch(/^[A-Za-z0-9]{24}$/)
  expect(noteMessage).toHaveBeenCalledWith(
    expect.objectContaining({ id: 'AAAAAAAA', kind: 'confirm', language: 'en', code }),
  )
})

test('rule 21.5: a link that could not be saved is named, and saved by a press', async () => {
  const noteMessage = vi.fn<RunServices['noteMessage']>(async () => ({ ok: true, chats: 1 }))
  noteMessage.mockRejectedValueOnce(new ShopError('unreachable'))
  const { load, tell, skip, saveLink, $unsaved } = aRun(['AAAAAAAA', 'BBBBBBBB'], { noteMessage })
  await load()
  await tell('confirm', 'en')
  await skip()
  expect($unsaved.get()?.id).toBe('AAAAAAAA')
  await saveLink()
  expect($unsaved.get()).toBeUndefined()
  const [[first], [second]] = noteMessage.mock.calls as [[unknown], [unknown]]
  expect(second).toEqual(first)
})
