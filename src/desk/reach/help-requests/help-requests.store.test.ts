import { expect, test, vi } from 'vitest'
import { urlHistory } from '#tests/support/url-history.ts'
import { createHelpRequests } from './help-requests.store.ts'
import type { RequestPage, RequestQuery } from './help-requests.ts'

test('rule 14.29: the list begins with what is open, and another filter begins at its newest', async () => {
  const { url, entries } = urlHistory()
  const page: RequestPage = { rows: [], open: 2, older: [7], newer: [31] }
  const fetchHelpRequests = vi.fn(async (_: RequestQuery) => page)
  const list = createHelpRequests({ url, fetchHelpRequests })
  await list.load()
  await list.show({ older: [7] })
  await list.show({ filter: 'all' })
  await list.show({ newer: [31] })
  const none = { older: undefined, newer: undefined }
  expect(fetchHelpRequests.mock.calls.map(([query]) => query)).toEqual([
    { ...none, filter: 'open' },
    { ...none, filter: 'open', older: [7] },
    { ...none, filter: 'all' },
    { ...none, filter: 'all', newer: [31] },
  ])
  expect(entries).toEqual([
    '',
    'older-requests=7',
    'requests=all',
    'requests=all&newer-requests=31',
  ])
})
