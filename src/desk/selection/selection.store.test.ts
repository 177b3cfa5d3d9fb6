import { atom } from 'nanostores'
import { beforeEach, expect, it, vi } from 'vitest'
import type { OrderSummary, PageOfOrders } from '#admin/orders/orders.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { anOrderSummary } from '#tests/support/order-factories.ts'
import { createSelection } from './selection.store.ts'

const orders = ['AAAAAAAA', 'BBBBBBBB', 'CCCCCCCC', 'DDDDDDDD', 'EEEEEEEE'].map((id) =>
  anOrderSummary({ id }),
)
const filter = { search: '', status: undefined }

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

/** A list that shows two orders of five. */
function aSelection() {
  const $rows = atom<readonly OrderSummary[]>(orders.slice(0, 2))
  const fetchOrders = vi.fn(async ({ older }: { older?: unknown }): Promise<PageOfOrders> => {
    const cursor = { date: '', id: 'CCCCCCCC' }
    return older
      ? { rows: orders.slice(3), older: undefined, newer: undefined }
      : { rows: orders.slice(0, 3), older: cursor, newer: undefined }
  })
  const selection = createSelection({ $rows, fetchOrders })
  const ids = () => selection.$selected.get().map(({ id }) => id)
  return { ...selection, $rows, fetchOrders, ids }
}

it('rule 15.1: rows are selected one by one and by page, in the order of the list', () => {
  const { toggle, togglePage, $rows, ids } = aSelection()
  const [first, second] = $rows.get() as [OrderSummary, OrderSummary]
  toggle(second)
  toggle(first)
  expect(ids()).toEqual(['AAAAAAAA', 'BBBBBBBB'])
  toggle(second)
  expect(ids()).toEqual(['AAAAAAAA'])
  togglePage($rows.get())
  expect(ids()).toEqual(['AAAAAAAA', 'BBBBBBBB'])
  togglePage($rows.get())
  expect(ids()).toEqual([])
})

it('rule 15.1: what is selected stays selected on every page, as the list last showed it', () => {
  const { togglePage, $rows, $selected, ids } = aSelection()
  togglePage($rows.get())
  $rows.set([anOrderSummary({ id: 'BBBBBBBB', version: 4 }), ...orders.slice(2, 3)])
  expect(ids()).toEqual(['BBBBBBBB', 'AAAAAAAA'])
  expect($selected.get()[0]?.version).toBe(4)
  togglePage($rows.get())
  expect(ids()).toHaveLength(3)
})

it('rule 15.1: all that may leave is ticked, and what was unticked stays so when it is loaded again', async () => {
  const { tickAll, toggle, clear, ids, fetchOrders } = aSelection()
  await tickAll(filter, 500)
  expect(ids()).toEqual(orders.map(({ id }) => id))
  toggle(anOrderSummary({ id: 'BBBBBBBB' }))
  const page = { older: undefined, newer: undefined }
  fetchOrders.mockResolvedValueOnce({
    rows: [...orders, anOrderSummary({ id: 'FFFFFFFF' })],
    ...page,
  })
  await tickAll(filter, 500)
  expect(ids()).toEqual(['AAAAAAAA', 'CCCCCCCC', 'DDDDDDDD', 'EEEEEEEE', 'FFFFFFFF'])
  clear()
  await tickAll(filter, 500)
  expect(ids()).toHaveLength(5)
  fetchOrders.mockResolvedValueOnce({
    rows: Array.from({ length: 501 }, (_, nth) => anOrderSummary({ id: `N${nth}` })),
    ...page,
  })
  clear()
  await tickAll(filter, 500)
  expect(ids()).toHaveLength(500)
})

it('rule 15.1: all of the filter are selected, over all pages, and the way back is the page', async () => {
  const { selectFilter, selectPage, applyChange, toggle, $rows, $scope, $selected, ids } =
    aSelection()
  await selectFilter(filter)
  expect(ids()).toEqual(orders.map(({ id }) => id))
  toggle(anOrderSummary({ id: 'DDDDDDDD' }))
  expect(ids()).toHaveLength(4)
  applyChange('EEEEEEEE', { version: 9 })
  $rows.set([anOrderSummary({ id: 'BBBBBBBB', version: 4 })])
  expect($selected.get().map(({ version }) => version)).toEqual([4, 1, 1, 9])
  selectPage()
  expect([ids(), $scope.get()]).toEqual([['BBBBBBBB'], { kind: 'chosen' }])
})

it.each([
  ['orders', undefined],
  ['an empty list', { rows: [], older: undefined, newer: undefined }],
])('a selection that is cleared while %s are collected stays empty', async (_, page) => {
  const { selectFilter, clear, ids, $scope, fetchOrders } = aSelection()
  if (page) fetchOrders.mockResolvedValueOnce(page)
  const collecting = selectFilter(filter)
  clear()
  await collecting
  expect([ids(), $scope.get()]).toEqual([[], { kind: 'chosen' }])
})

it('where not all can be collected, what was selected stays', async () => {
  const { selectFilter, togglePage, $rows, fetchOrders, ids, $scope } = aSelection()
  togglePage($rows.get())
  fetchOrders.mockRejectedValueOnce(new ShopError('unreachable'))
  await selectFilter(filter)
  expect([ids(), $scope.get()]).toEqual([['AAAAAAAA', 'BBBBBBBB'], { kind: 'failed' }])
})
