import { beforeEach, expect, test, vi } from 'vitest'
import { ShopError } from '#kit/remote/shop-error.ts'
import { inFull } from '#tests/support/order-detail-page.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { createRun, type RunServices } from './run.store.ts'

const confirmation = {
  state: 'confirmed' as const,
  at: null,
  by: null,
  reason: null,
  text: null,
  noAnswers: 0,
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

/** A queue of orders. Each request gets the response that the test names. */
function aRun(queue: string[], services: Partial<RunServices> = {}) {
  const addAttempt = vi.fn<RunServices['addAttempt']>(async ({ id }) => {
    queue.splice(queue.indexOf(id), 1)
    return { ok: true, status: 'pending', confirmation }
  })
  const run = createRun({
    deviceId: () => 'device-one',
    fetchNextOrder: async (_device, skip) => {
      const id = queue.find((one) => !skip.includes(one)) ?? null
      return { ok: true, id, left: { due: queue.length, postponed: 0 }, chats: 0 }
    },
    fetchOrderInFull: async (id) => inFull(anOrder({ id })),
    makeCode: async () => ({ ok: true, code: 'x'.repeat(24) }),
    fetchTemplates: async () => new Map(),
    addAttempt,
    ...services,
  })
  const shownId = () => {
    const now = run.$run.get()
    return now.step === 'order' ? now.shown.found.order.id : now.step
  }
  return { ...run, addAttempt, shownId }
}

test('rule 21.3: what is pressed is saved, and the next order comes', async () => {
  const { reload, act, addAttempt, shownId, $left } = aRun(['AAAAAAAA', 'BBBBBBBB'])
  await reload()
  expect([shownId(), $left.get()?.due]).toEqual(['AAAAAAAA', 2])
  await act('yes')
  expect(addAttempt.mock.calls[0]?.[0]).toMatchObject({ id: 'AAAAAAAA', act: 'yes' })
  expect(shownId()).toBe('BBBBBBBB')
  await act('hold', { reason: 'phone' })
  expect(addAttempt.mock.calls[1]?.[0]).toMatchObject({ act: 'hold', reason: 'phone' })
  expect(shownId()).toBe('done')
})

test('a press without a response stays, and its retry has the same id', async () => {
  const { reload, act, retry, addAttempt, shownId, $run } = aRun(['AAAAAAAA'])
  await reload()
  addAttempt.mockRejectedValueOnce(new ShopError('unreachable'))
  await act('no_answer')
  expect($run.get()).toMatchObject({
    step: 'order',
    isSending: false,
    unsent: { pressed: { act: 'no_answer' } },
  })
  await retry()
  const [first, second] = addAttempt.mock.calls.map(([attempt]) => attempt.attempt)
  expect(second).toBe(first)
  expect(shownId()).toBe('done')
})

test('rule 21.22: a cancelled order has its reason, and its retry finds it cancelled', async () => {
  const bookOrder = vi.fn<RunServices['bookOrder']>()
  const queue = ['AAAAAAAA', 'BBBBBBBB']
  const { reload, cancel, retry, shownId, $run } = aRun(queue, { bookOrder })
  await reload()
  bookOrder.mockRejectedValueOnce(new ShopError('unreachable'))
  await cancel('fake')
  expect($run.get()).toMatchObject({
    step: 'order',
    isSending: false,
    unsent: { pressed: { id: 'AAAAAAAA' } },
  })
  expect(shownId()).toBe('AAAAAAAA')
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
  ])
  expect(shownId()).toBe('BBBBBBBB')
})

test('rule 21.3: a refused attempt names why, and its order is shown as it is now', async () => {
  const orders = [anOrder({ id: 'AAAAAAAA' }), anOrder({ id: 'AAAAAAAA', status: 'cancelled' })]
  const { reload, act, retry, addAttempt, skip, shownId, $run } = aRun(['AAAAAAAA', 'BBBBBBBB'], {
    fetchOrderInFull: async (id) => inFull(orders.shift() ?? anOrder({ id })),
  })
  await reload()
  addAttempt.mockResolvedValueOnce({ ok: false, code: 'erased' })
  await act('yes')
  expect($run.get()).toMatchObject({
    shown: { found: { order: { status: 'cancelled' } } },
    isSending: false,
    refusal: 'This is not saved: its customer was erased. The order is now Cancelled.',
  })
  await retry()
  expect(addAttempt).toHaveBeenCalledOnce()
  await skip()
  expect(shownId()).toBe('BBBBBBBB')
  expect($run.get()).not.toHaveProperty('refusal')
})

test('rule 21.3: the refusal of an order that is gone stands beside the next one', async () => {
  const queue = ['AAAAAAAA', 'BBBBBBBB']
  const missing: string[] = []
  const { reload, act, addAttempt, shownId, $run } = aRun(queue, {
    fetchOrderInFull: async (id) => (missing.includes(id) ? undefined : inFull(anOrder({ id }))),
  })
  await reload()
  missing.push('AAAAAAAA')
  addAttempt.mockResolvedValueOnce({ ok: false, code: 'not_found' })
  await act('yes')
  expect(shownId()).toBe('BBBBBBBB')
  expect($run.get()).toMatchObject({
    refusal: 'AAAAAAAA is not saved: this order does not exist any more.',
  })
})

test('rule 21.3: an order that changed is not cancelled, and says what changed', async () => {
  const order = anOrder({ id: 'AAAAAAAA', status: 'processing', version: 2 })
  const { reload, cancel, $run } = aRun(['AAAAAAAA'], {
    bookOrder: async () => ({ ok: false, code: 'stale', order }),
  })
  await reload()
  await cancel('fake')
  expect($run.get()).toMatchObject({
    step: 'order',
    refusal: expect.stringMatching(/^This is not saved: .*status Pending → Processing\. The order/),
  })
})

test('a second press while one is sent does nothing', async () => {
  const { reload, act, addAttempt } = aRun(['AAAAAAAA', 'BBBBBBBB'])
  await reload()
  await Promise.all([act('yes'), act('no_answer')])
  expect(addAttempt).toHaveBeenCalledOnce()
})

test('an order that is passed over comes no more on this page', async () => {
  const { reload, skip, shownId } = aRun(['AAAAAAAA', 'BBBBBBBB'])
  await reload()
  await skip()
  expect(shownId()).toBe('BBBBBBBB')
  await skip()
  expect(shownId()).toBe('done')
})

test('without a code the order is shown all the same', async () => {
  const { reload, $run } = aRun(['AAAAAAAA'], {
    makeCode: () => Promise.reject(new ShopError('unreachable')),
  })
  await reload()
  expect($run.get()).toMatchObject({ step: 'order', shown: { code: undefined } })
})
