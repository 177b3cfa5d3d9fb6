import { expect, test } from 'vitest'
import { createList } from '#admin/lists/list.store.ts'
import { urlHistory } from '#tests/support/url-history.ts'
import { pagingFrom, trailOf, trailParams } from './trail.ts'

/** The rows 7 to 1, two on a page, of a database that pages towards older ones only. */
function aList(query = '') {
  const { url, entries } = urlHistory(query)
  let fetched = 0
  const list = createList({
    schema: trailParams(),
    async fetchPage(asked) {
      fetched += 1
      const trail = trailOf(asked)
      const rows = [7, 6, 5, 4, 3, 2, 1].filter((id) => id < (trail.at(-1) ?? 8)).slice(0, 2)
      return { rows, ...pagingFrom(asked, rows.includes(1) ? null : Number(rows[1])) }
    },
    errorMessage: 'Error fetching rows',
    url,
  })
  const page = () => {
    const view = list.$remote.get()
    if (view.state !== 'ready') throw new Error(`The list is ${view.state}`)
    return view.value
  }
  return { ...list, entries, page, fetched: () => fetched }
}

test('rows are paged to the oldest and back to the newest, from a URL as well', async () => {
  const { load, show, page, entries, fetched } = aList('older=6,4')
  await load()
  expect(page().rows).toEqual([3, 2])
  await show({ older: page().older })
  expect(page()).toMatchObject({ rows: [1], older: undefined })
  for (const rows of [
    [3, 2],
    [5, 4],
    [7, 6],
  ]) {
    await show({ newer: page().newer })
    expect(page().rows).toEqual(rows)
  }
  expect(page().newer).toBeUndefined()
  expect(fetched()).toBe(5)
  expect(entries.map((entry) => decodeURIComponent(entry))).toEqual([
    'older=6,4',
    'older=6,4,2',
    'newer=6,4',
    'newer=6',
    '',
  ])
})

test.each(['older=x', 'older=4,', `older=${'9'.repeat(20)}`])('%s is ignored', async (query) => {
  const { load, page } = aList(query)
  await load()
  expect(page().rows).toEqual([7, 6])
})
