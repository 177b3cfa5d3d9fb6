/*
 * The orders that the bar at the bottom of the list works on: rows on screen, or every order of the filter
 * once the admin chose that (docs/product.md, rule 15.1).
 */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { pagesOf } from '#admin/order/all-orders.ts'
import { fetchOrders } from '#admin/order/orders.api.ts'
import { MAX_PAGE_SIZE, type OrderFilter, type OrderSummary } from '#admin/order/orders.ts'

export type Scope =
  | { kind: 'page' | 'failed' }
  | { kind: 'collecting'; collected: number }
  | { kind: 'filter'; orders: readonly OrderSummary[] }

interface SelectionOptions {
  /** The rows on screen. */
  $rows: ReadableAtom<readonly OrderSummary[]>
  fetchOrders?: typeof fetchOrders
}

export function createSelection({ $rows, ...options }: SelectionOptions) {
  const fetchPage = options.fetchOrders ?? fetchOrders
  const $ids = atom<ReadonlySet<string>>(new Set())
  const $scope = atom<Scope>({ kind: 'page' })
  /** In the order of the list, as the list last showed them. */
  const $selected = computed([$ids, $scope, $rows], (ids, scope, rows) =>
    withScope(rows, scope).filter(({ id }) => ids.has(id)),
  )
  /** How many orders a search finds: `34`, or `100+` where one request does not tell. */
  const $found = atom('')
  /** A later choice ends the collecting. */
  let latestRun = 0
  let latestSearch: OrderFilter | undefined

  function toggle({ id }: { id: string }): void {
    const ids = new Set($ids.get())
    if (!ids.delete(id)) ids.add(id)
    $ids.set(ids)
  }

  /** Selects all rows of a page, or none where all of them were selected. */
  function togglePage(rows: readonly { id: string }[]): void {
    const ids = $ids.get()
    if (rows.every(({ id }) => ids.has(id))) remove(rows)
    else $ids.set(new Set([...ids, ...rows.map(({ id }) => id)]))
  }

  function remove(orders: readonly { id: string }[]): void {
    const ids = new Set($ids.get())
    for (const { id } of orders) ids.delete(id)
    $ids.set(ids)
  }

  function select(orders: readonly OrderSummary[], scope: Scope): void {
    latestRun += 1
    $scope.set(scope)
    $ids.set(new Set(orders.map(({ id }) => id)))
  }

  /** The counts of the list know no search. The number is a help only, so a failure is silent. */
  async function countSearch(filter: OrderFilter): Promise<void> {
    $found.set('')
    const first = { ...filter, older: undefined, newer: undefined }
    latestSearch = filter
    const page = await fetchPage(first, MAX_PAGE_SIZE).catch(() => undefined)
    if (page && filter === latestSearch) $found.set(`${page.rows.length}${page.older ? '+' : ''}`)
  }

  /** Selects every order that the filter finds, on screen or not. */
  async function selectFilter(filter: OrderFilter): Promise<void> {
    latestRun += 1
    const run = latestRun
    const orders: OrderSummary[] = []
    $scope.set({ kind: 'collecting', collected: 0 })
    try {
      for await (const rows of pagesOf(filter, fetchPage)) {
        if (run !== latestRun) return
        orders.push(...rows)
        $scope.set({ kind: 'collecting', collected: orders.length })
      }
      if (run === latestRun) select(orders, { kind: 'filter', orders })
    } catch (error) {
      if (run !== latestRun) return
      console.error('Error fetching orders', error)
      $scope.set({ kind: 'failed' })
    }
  }

  /** Shows a change of an order that is not on screen. */
  function applyChange(id: string, change: Partial<OrderSummary>): void {
    const scope = $scope.get()
    if (scope.kind !== 'filter') return
    const orders = scope.orders.map((order) => (order.id === id ? { ...order, ...change } : order))
    $scope.set({ ...scope, orders })
  }

  return {
    $scope,
    $selected,
    $found,
    countSearch,
    toggle,
    togglePage,
    remove,
    applyChange,
    selectFilter,
    /** The way back from every order of the filter, and from collecting them. */
    selectPage: () => select($rows.get(), { kind: 'page' }),
    clear: () => select([], { kind: 'page' }),
  }
}

export type SelectionStore = ReturnType<typeof createSelection>

/** A row on screen is newer than what was collected. */
function withScope(rows: readonly OrderSummary[], scope: Scope): readonly OrderSummary[] {
  if (scope.kind !== 'filter') return rows
  const shown = new Map(rows.map((row) => [row.id, row]))
  const collected = new Set(scope.orders.map(({ id }) => id))
  return [
    ...rows.filter(({ id }) => !collected.has(id)),
    ...scope.orders.map((order) => shown.get(order.id) ?? order),
  ]
}
