import { afterEach, expect, test, vi } from 'vitest'
import type { Paging } from '#admin/lists/list.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { followToasts, type ShownToast } from '#kit/toast/toast.ts'
import { urlHistory } from '#tests/support/url-history.ts'
import { createHelpRequests, createRequestState } from './help-requests.store.ts'
import type { ListedRequest, RequestPage, RequestQuery } from './help-requests.ts'

afterEach(() => vi.restoreAllMocks())

function aRequest(orderId: string): ListedRequest {
  const at = '2026-11-21T08:00:00Z'
  const customer = { fullName: 'Ayesha Khan', phone: '0300 1234567' }
  return { orderId, at, kind: 'damaged', text: 'Broken', state: 'open', ...customer }
}

function aList(paging: Partial<Paging<number>> = {}) {
  const { url, entries } = urlHistory()
  const fetchHelpRequests = vi.fn(
    async (_: RequestQuery): Promise<RequestPage> => ({
      rows: [aRequest('ABCDEFGH'), aRequest('BCDEFGHJ')],
      open: 2,
      older: undefined,
      newer: undefined,
      ...paging,
    }),
  )
  const setRequestState = vi.fn(async () => 1)
  const setUnread = vi.fn()
  const services = { fetchHelpRequests, setRequestState, setUnread }
  const list = createHelpRequests({ url, ...services })
  const states = () => {
    const view = list.$remote.get()
    return view.state === 'ready' ? view.value.rows.map(({ state }) => state) : view.state
  }
  return { list, states, entries, ...services }
}

test('rule 14.29: the list begins with what is open, and another filter begins at its newest', async () => {
  const { list, fetchHelpRequests, entries } = aList({ older: 7, newer: 31 })
  await list.load()
  await list.show({ older: 7 })
  await list.show({ filter: 'all' })
  await list.show({ newer: 31 })
  const none = { older: undefined, newer: undefined }
  expect(fetchHelpRequests.mock.calls.map(([query]) => query)).toEqual([
    { ...none, filter: 'open' },
    { ...none, filter: 'open', older: 7 },
    { ...none, filter: 'all' },
    { ...none, filter: 'all', newer: 31 },
  ])
  expect(entries).toEqual([
    '',
    'older-requests=7',
    'requests=all',
    'requests=all&newer-requests=31',
  ])
})

test('rule 14.41: a request whose state is set stays in its place, and the badge counts', async () => {
  const { list, states, setRequestState, setUnread } = aList()
  await list.load()
  await list.state.set('BCDEFGHJ', 'answered')
  expect(states()).toEqual(['open', 'answered'])
  expect(setRequestState.mock.calls).toEqual([['BCDEFGHJ', 'answered']])
  expect(setUnread.mock.calls).toEqual([[1]])
})

test('rule 14.41: a lost network changes nothing, and says so', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  let toasts: readonly ShownToast[] = []
  followToasts((shown) => {
    toasts = shown
  })
  const onSaved = vi.fn()
  const setUnread = vi.fn()
  const setRequestState = async () => Promise.reject(new ShopError('unreachable'))
  const { $submission, set } = createRequestState(onSaved, { setRequestState, setUnread })
  await set('ABCDEFGH', 'closed')
  expect(onSaved).not.toHaveBeenCalled()
  expect(setUnread).not.toHaveBeenCalled()
  expect($submission.get().state).toBe('failed')
  expect(toasts.at(-1)).toMatchObject({ title: 'Not saved', tone: 'destructive' })
})

test('a second press while the first is under way sends nothing', async () => {
  const setRequestState = vi.fn(async () => 0)
  const { set } = createRequestState(vi.fn(), { setRequestState, setUnread: vi.fn() })
  await Promise.all([set('ABCDEFGH', 'closed'), set('ABCDEFGH', 'closed')])
  expect(setRequestState).toHaveBeenCalledOnce()
})
