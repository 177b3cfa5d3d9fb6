import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Act } from '#admin/acts/acts.api.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { stubSessionStorage } from '#tests/support/session-storage.ts'
import { createMarkedPage, sentenceOf } from './marked.store.ts'
import type { MarkedGroup } from './marked.ts'

const group: MarkedGroup = {
  mark: 'unconfirmed',
  group: '0a1b2c3d4e5f',
  orders: 1200,
  total: 100,
  phones: 1200,
  firstAt: '2026-11-21T08:00:00Z',
  lastAt: '2026-11-21T09:00:00Z',
  cities: [],
  ids: idsFrom(0, 500),
}

function idsFrom(start: number, end: number): string[] {
  return Array.from({ length: end - start }, (_, nth) => `ORDER${start + nth}`)
}

beforeEach(() => {
  stubSessionStorage(new Map())
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => vi.unstubAllGlobals())

/** A backend with a group of 1,200 orders, of which the first one changes before an Undo. */
function aPage() {
  let decided = 0
  const toasts: { title: string; undo: () => void }[] = []
  const sent: Act[] = []
  const sendAct = vi.fn(async (act: Act) => {
    sent.push(act)
    if (act.act === 'undo') {
      const own = sent.find(({ request }) => request === act.request)
      return (own?.rows ?? []).map(({ id }) =>
        id === 'ORDER0' ? { id, ok: false as const, code: 'stale' } : { id, ok: true as const },
      )
    }
    decided += act.rows.length
    return act.rows.map(({ id }) => ({ id, ok: true as const }))
  })
  const fetchMarked = vi.fn(async () => {
    const ids = idsFrom(decided, Math.min(decided + 500, 1200))
    return { groups: ids.length > 0 ? [{ ...group, ids }] : [], decisions: [] }
  })
  const announce = (title: string, undo: () => void) => toasts.push({ title, undo })
  const store = createMarkedPage({ sendAct, fetchMarked, announce })
  const sentence = () => sentenceOf(store.$acts.get())
  return { ...store, sentence, sendAct, sent, toasts }
}

it('rules 14.52 and 17.30: a press goes on until the group is done, and one Undo takes all back', async () => {
  const { decide, $isBusy, sentence, sent, toasts } = aPage()
  await decide('discard', group)
  expect(sent.map(({ act, rows }) => [act, rows.length])).toEqual([
    ['discard', 500],
    ['discard', 500],
    ['discard', 200],
  ])
  expect(sent[0]?.rows[0]).toEqual({ id: 'ORDER0', mark: group.mark })
  expect(sentence()).toBe('1200 orders discarded.')

  expect(toasts.map(({ title }) => title)).toEqual(['1200 orders discarded'])
  const requests = sent.map(({ request }) => request)
  toasts[0]?.undo()
  await vi.waitFor(() => expect($isBusy.get()).toBe(false))
  expect(sent.slice(3).map(({ request }) => request)).toEqual(requests)
  expect(sentence()).toBe(
    '1199 orders as before again. 1 order changed since: the status of now stays.',
  )
  expect(toasts).toHaveLength(1)
})

it('goes on where a response was lost, by the same request, and then with the rest', async () => {
  const { decide, goOn, $acts, sentence, sent, sendAct, toasts } = aPage()
  const working = sendAct.getMockImplementation()
  sendAct.mockImplementationOnce(working as never)
  sendAct.mockRejectedValueOnce(new ShopError('unreachable'))
  await decide('release', group)
  expect($acts.get().map(({ state }) => state)).toEqual(['saved', 'unsent'])
  expect(toasts).toEqual([])
  const unsent = $acts.get()[1]?.request
  await goOn()
  expect(sent.map(({ rows }) => rows.length)).toEqual([500, 500, 200])
  expect(sent[1]?.request).toBe(unsent)
  expect(sentence()).toBe('1200 orders released.')
  expect(toasts.map(({ title }) => title)).toEqual(['1200 orders released'])
})

it('says that somebody else was first', async () => {
  const { decide, sentence, sendAct, toasts } = aPage()
  sendAct.mockImplementationOnce(async ({ rows }) =>
    rows.map(({ id }) => ({ id, ok: false as const, code: 'decided' })),
  )
  await decide('release', group)
  expect(sendAct).toHaveBeenCalledOnce()
  expect(sentence()).toBe('Nothing was left to do: see the last decisions.')
  expect(toasts).toEqual([])
})
