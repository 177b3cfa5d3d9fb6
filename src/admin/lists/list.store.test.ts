import { beforeEach, expect, test, vi } from 'vitest'
import { type QuerySchema, textParam } from '#kit/query-state.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { stubPage } from '#tests/support/page-events.ts'
import { urlHistory } from '#tests/support/url-history.ts'
import { createList, TYPING_PAUSE_MS } from './list.store.ts'
import { type Page, type Paging, pagingParams } from './list.ts'

interface Query extends Paging {
  search: string
}

const schema: QuerySchema<Query> = { search: textParam('q', 100), ...pagingParams('key') }
const cursor = { date: '2026-11-21T08:00:00.123456+00:00', key: 'ayesha, khan 03001234567' }
const inUrl = encodeURIComponent(`${cursor.date},${cursor.key}`)
const everything: Query = { search: '', older: undefined, newer: undefined }

beforeEach(() => {
  vi.useFakeTimers()
})
/** A list whose every page is `pages` in turn, and then empty. */
function listAt(query = '', ...pages: Partial<Page<string>>[]) {
  return aList(query, pages)
}

function aList(query: string, pages: Partial<Page<string>>[], isQueue = () => false) {
  const { url, entries } = urlHistory(query)
  const fetchPage = vi.fn(async (_: Query) => ({
    rows: [],
    older: undefined,
    newer: undefined,
    ...pages.shift(),
  }))
  const list = createList({ schema, fetchPage, isQueue, errorMessage: 'Error fetching rows', url })
  const queries = () => fetchPage.mock.calls.map(([asked]) => asked)
  return { ...list, fetchPage, entries, queries }
}

test.each<[string, Partial<Query>]>([
  ['', {}],
  [`older=${inUrl}`, { older: cursor }],
  [`q=khan&newer=${inUrl}`, { search: 'khan', newer: cursor }],
  [`older=${inUrl}&newer=${inUrl}`, { older: cursor }],
  ['older=yesterday', {}],
  ['older=2026-99-99T08:00:00Z,key', {}],
  ['older=2026-11-21T08:00:00Z', {}],
  ['older=2026-11-21T08:00:00Z,', {}],
  [`newer=2026-11-21T08:00:00Z,${'x'.repeat(301)}`, {}],
])('the URL ?%s asks for %o', async (query, expected) => {
  const { load, queries } = listAt(query, { newer: cursor })
  await load()
  expect(queries()).toEqual([{ ...everything, ...expected }])
})

test('typing loads once after a pause, from the newest row on, and is no step for Back', async () => {
  const { showTyped, entries, queries } = listAt(`older=${inUrl}`)
  for (const search of ['k', 'kh', 'khan']) showTyped({ search })
  expect(queries()).toEqual([])
  await vi.advanceTimersByTimeAsync(TYPING_PAUSE_MS)
  expect(queries()).toEqual([{ ...everything, search: 'khan' }])
  expect(entries).toEqual(['q=khan'])
})

test('paging keeps the search, and a search begins at its newest row', async () => {
  const { show, queries, entries } = listAt('q=khan')
  await show({ older: cursor })
  expect(queries().at(-1)).toEqual({ search: 'khan', older: cursor, newer: undefined })
  await show({ search: 'ali' })
  expect(queries().at(-1)).toEqual({ ...everything, search: 'ali' })
  expect(entries).toHaveLength(3)
})

test('Back loads the page before', async () => {
  const { dispatch } = stubPage()
  const { start, show, entries, queries } = listAt()
  const stop = start()
  await show({ older: cursor })
  entries.pop()
  dispatch('popstate')
  expect(queries().at(-1)).toEqual(everything)
  stop()
  dispatch('popstate')
  expect(queries()).toHaveLength(3)
})

test('paging back to the top shows a whole first page', async () => {
  const { load, $remote, entries, queries } = listAt(
    `q=khan&newer=${inUrl}`,
    { rows: ['one newer row'] },
    { rows: ['a', 'whole', 'page'] },
  )
  await load()
  expect(queries()).toHaveLength(2)
  expect(queries()[1]).toEqual({ ...everything, search: 'khan' })
  expect($remote.get()).toMatchObject({ value: { rows: ['a', 'whole', 'page'] } })
  expect(entries).toEqual(['q=khan'])
})

test('the last page of a queue has no newer one, and its first page is whole', async () => {
  const queue = (query: string, ...pages: Partial<Page<string>>[]) =>
    aList(query, pages, () => true)
  const last = queue(`newer=${inUrl}`, { rows: ['the newest'], older: cursor })
  await last.load()
  expect(last.$remote.get()).toMatchObject({ value: { rows: ['the newest'] } })
  expect(last.queries()).toHaveLength(1)
  const back = queue(
    `older=${inUrl}`,
    { rows: ['one older row'] },
    { rows: ['a', 'whole', 'page'] },
  )
  await back.load()
  expect(back.$remote.get()).toMatchObject({ value: { rows: ['a', 'whole', 'page'] } })
  expect(back.entries).toEqual([''])
})

test('a failed Refresh leaves the page on screen, and a failed search shows no rows of another', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { load, show, $remote, fetchPage } = listAt('q=khan', { rows: ['Khan'] })
  await load()
  fetchPage.mockRejectedValueOnce(new ShopError('unreachable'))
  await load()
  expect($remote.get()).toMatchObject({ value: { rows: ['Khan'] }, isStale: true })
  fetchPage.mockRejectedValueOnce(new ShopError('unreachable'))
  await show({ search: 'ali' })
  expect($remote.get()).toMatchObject({ state: 'failed' })
})

test('a list without search, filter and position begins with the newest row of all', () => {
  expect(listAt('q=%20&older=yesterday').isUnfiltered()).toBe(true)
  expect(listAt('q=khan').isUnfiltered()).toBe(false)
  expect(listAt(`older=${inUrl}`).isUnfiltered()).toBe(false)
})
