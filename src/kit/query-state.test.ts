import { expect, test, vi } from 'vitest'
import { stubPage } from '#tests/support/page-events.ts'
import { urlHistory } from '#tests/support/url-history.ts'
import { choiceParam, type QuerySchema, queryState, textParam } from './query-state.ts'

interface Query {
  search: string
  size: 'small' | 'large' | undefined
}

const schema: QuerySchema<Query> = {
  search: textParam('q', 10),
  size: choiceParam('size', ['small', 'large']),
}

function stateAt(query = '') {
  const { url, entries } = urlHistory(query)
  return { ...queryState(schema, { url }), entries }
}

test('invalid query parameters are ignored, and a text is cut at its length', () => {
  expect(stateAt('q=abcdefghijklm&size=huge&unknown=1').$query.get()).toEqual({
    search: 'abcdefghij',
    size: undefined,
  })
})

test('what is formatted parses as the same query, and defaults are left out', () => {
  const { format, parse } = stateAt()
  const query: Query = { search: 'a&b=ü', size: 'large' }
  expect(parse(format(query))).toEqual(query)
  expect(format({ search: ' ', size: undefined }).toString()).toBe('')
})

test('a step is pushed or replaces the entry, and an equal query writes nothing', () => {
  const { set, entries } = stateAt('q=a')
  set({ search: 'a', size: 'small' })
  set({ search: 'ab', size: 'small' }, 'replace')
  set({ search: 'ab', size: 'small' })
  expect(entries).toEqual(['q=a', 'q=ab&size=small'])
})

test('parameters of another name stay as they are', () => {
  const { set, entries } = stateAt('q=a&older=7')
  set({ search: 'b', size: undefined })
  set({ search: '', size: undefined })
  expect(entries).toEqual(['q=a&older=7', 'older=7&q=b', 'older=7'])
})

test('Back over a step of another state reports nothing', () => {
  const { dispatch } = stubPage()
  const { start, entries } = stateAt('q=a')
  const onNavigate = vi.fn()
  const stop = start(onNavigate)
  entries.push('q=a&older=7')
  dispatch('popstate')
  expect(onNavigate).not.toHaveBeenCalled()
  stop()
})

test('Back restores the query and reports it, until it is stopped', () => {
  const { dispatch } = stubPage()
  const { $query, set, start, entries } = stateAt('q=a')
  const seen: string[] = []
  const stop = start(() => seen.push($query.get().search))
  set({ search: 'b', size: undefined })
  entries.pop()
  dispatch('popstate')
  stop()
  dispatch('popstate')
  expect(seen).toEqual(['a'])
})
