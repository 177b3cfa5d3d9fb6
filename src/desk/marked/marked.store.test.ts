import { beforeEach, expect, it, vi } from 'vitest'
import { ShopError } from '#kit/remote/shop-error.ts'
import { createMarkedPage, sentenceOf } from './marked.store.ts'
import type { Decision, MarkedGroup } from './marked.ts'

const group: MarkedGroup = {
  mark: 'unconfirmed',
  group: '0a1b2c3d4e5f',
  orders: 1200,
  total: 100,
  phones: 1200,
  firstAt: '2026-11-21T08:00:00Z',
  lastAt: '2026-11-21T09:00:00Z',
  cities: [],
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

/** A backend with a group of 1,200 orders. */
function aPage() {
  let left = group.orders
  let decided = 0
  const decisionOf = (): Decision => ({
    id: 7,
    at: '2026-11-21T10:00:00Z',
    act: 'discard',
    mark: 'unconfirmed',
    orders: decided,
    left: decided,
    undoneAt: null,
  })
  const toasts: { title: string; undo: () => void }[] = []
  const services = {
    fetchMarked: vi.fn(async () => ({ groups: [], decisions: [] })),
    decideMarked: vi.fn(async (..._: unknown[]) => {
      const changed = Math.min(left, 500)
      left -= changed
      decided += changed
      const decision = decided > 0 ? decisionOf() : null
      return { ok: true as const, decision, changed, unchanged: 0, remaining: left }
    }),
    undoDecision: vi.fn(async () => {
      const taken = Math.min(decided, 500)
      decided -= taken
      left += taken - 1
      const decision = decisionOf()
      return { ok: true as const, decision, changed: taken - 1, unchanged: 1, remaining: decided }
    }),
    announce: (title: string, undo: () => void) => toasts.push({ title, undo }),
  }
  const store = createMarkedPage(services)
  const sentence = () => {
    const progress = store.$progress.get()
    return progress && sentenceOf(progress)
  }
  return { ...store, state: () => store.$submission.get().state, sentence, services, toasts }
}

it('rule 17.30: a press goes on until the group is done, as one decision with one Undo', async () => {
  const { run, $progress, state, sentence, services, toasts } = aPage()
  const seen: number[] = []
  $progress.listen((progress) => {
    if (progress) seen.push(progress.done)
  })
  await run({ kind: 'discard', group })
  expect(services.decideMarked.mock.calls.map((call) => call[2])).toEqual([undefined, 7, 7])
  expect(seen).toEqual([0, 500, 1000, 1200])
  expect(state()).toBe('done')
  expect(sentence()).toBe('1200 orders discarded.')
  expect(services.fetchMarked).toHaveBeenCalledOnce()

  expect(toasts.map(({ title }) => title)).toEqual(['1200 orders discarded'])
  toasts[0]?.undo()
  await vi.waitFor(() => expect(state()).toBe('done'))
  expect(services.undoDecision).toHaveBeenCalledTimes(3)
  expect(sentence()).toBe(
    '1197 orders as before again. 3 orders changed since: the status of now stays.',
  )
})

it('goes on where a response was lost', async () => {
  const { run, $progress, state, sentence, services } = aPage()
  services.decideMarked.mockImplementationOnce(
    services.decideMarked.getMockImplementation() as never,
  )
  services.decideMarked.mockRejectedValueOnce(new ShopError('unreachable'))
  await run({ kind: 'release', group })
  const progress = $progress.get()
  expect(state()).toBe('failed')
  expect(progress).toMatchObject({ done: 500 })
  if (progress) await run(progress.task)
  expect(services.decideMarked.mock.calls.map((call) => call[2])).toEqual([undefined, 7, 7, 7])
  expect(sentence()).toBe('700 orders released.')
})

it('says that somebody else was first', async () => {
  const { run, sentence, services, toasts } = aPage()
  services.decideMarked.mockResolvedValueOnce({
    ok: true,
    decision: null,
    changed: 0,
    unchanged: 0,
    remaining: 0,
  })
  await run({ kind: 'release', group })
  expect(sentence()).toBe('Nothing was left to do: see the last decisions.')
  expect(toasts).toEqual([])
})
