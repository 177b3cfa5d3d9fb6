/*
 * The orders that the bar at the bottom of the list works on: rows on screen, or every order of the filter
 * once the admin chose that (docs/product.md, rule 15.1).
 */
import { atom, computed, type ReadableAtom, type WritableAtom } from 'nanostores'
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

/** What the steps of a selection work on. */
interface Selecting {
  $rows: ReadableAtom<readonly OrderSummary[]>
  $ids: WritableAtom<ReadonlySet<string>>
  $scope: WritableAtom<Scope>
  /** How many orders a search finds: `34`, or `100+` where one request does not tell. */
  $found: WritableAtom<string>
  fetchPage: typeof fetchOrders
  /** Counts the choices of a scope: a later one ends the collecting. */
  latestRun: number
  latestSearch: OrderFilter | undefined
}

export function createSelection({ $rows, ...options }: SelectionOptions) {
  const selecting: Selecting = {
    $rows,
    $ids: atom(new Set()),
    $scope: atom({ kind: 'page' }),
    $found: atom(''),
    fetchPage: options.fetchOrders ?? fetchOrders,
    latestRun: 0,
    latestSearch: undefined,
  }
  const { $ids, $scope, $found } = selecting
  return {
    $scope,
    $found,
    /** In the order of the list, as the list last showed them. */
    $selected: computed([$ids, $scope, $rows], selectedOf),
    toggle: (order: { id: string }) => toggle(selecting, order),
    togglePage: (rows: readonly { id: string }[]) => togglePage(selecting, rows),
    remove: (orders: readonly { id: string }[]) => remove(selecting, orders),
    countSearch: (filter: OrderFilter) => countSearch(selecting, filter),
    selectFilter: (filter: OrderFilter) => selectFilter(selecting, filter),
    /** The way back from every order of the filter, and from collecting them. */
    selectPage: () => select(selecting, $rows.get(), { kind: 'page' }),
    clear: () => select(selecting, [], { kind: 'page' }),
    applyChange: (id: string, change: Partial<OrderSummary>) => applyChange(selecting, id, change),
  }
}

export type SelectionStore = ReturnType<typeof createSelection>

function selectedOf(
  ids: ReadonlySet<string>,
  scope: Scope,
  rows: readonly OrderSummary[],
): readonly OrderSummary[] {
  return withScope(rows, scope).filter(({ id }) => ids.has(id))
}

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

function toggle({ $ids }: Selecting, { id }: { id: string }): void {
  const ids = new Set($ids.get())
  if (!ids.delete(id)) ids.add(id)
  $ids.set(ids)
}

/** Selects all rows of a page, or none where all of them were selected. */
function togglePage(selecting: Selecting, rows: readonly { id: string }[]): void {
  const ids = selecting.$ids.get()
  if (rows.every(({ id }) => ids.has(id))) remove(selecting, rows)
  else selecting.$ids.set(new Set([...ids, ...rows.map(({ id }) => id)]))
}

function remove({ $ids }: Selecting, orders: readonly { id: string }[]): void {
  const ids = new Set($ids.get())
  for (const { id } of orders) ids.delete(id)
  $ids.set(ids)
}

/** The counts of the list know no search. The number is a help only, so a failure is silent. */
async function countSearch(selecting: Selecting, filter: OrderFilter): Promise<void> {
  const { $found, fetchPage } = selecting
  $found.set('')
  const first = { ...filter, older: undefined, newer: undefined }
  selecting.latestSearch = filter
  const page = await fetchPage(first, MAX_PAGE_SIZE).catch(() => undefined)
  if (page && filter === selecting.latestSearch)
    $found.set(`${page.rows.length}${page.older ? '+' : ''}`)
}

/** Selects every order that the filter finds, on screen or not. */
async function selectFilter(selecting: Selecting, filter: OrderFilter): Promise<void> {
  const { $scope, fetchPage } = selecting
  selecting.latestRun += 1
  const run = selecting.latestRun
  const orders: OrderSummary[] = []
  $scope.set({ kind: 'collecting', collected: 0 })
  try {
    for await (const rows of pagesOf(filter, fetchPage)) {
      if (run !== selecting.latestRun) return
      orders.push(...rows)
      $scope.set({ kind: 'collecting', collected: orders.length })
    }
    if (run === selecting.latestRun) select(selecting, orders, { kind: 'filter', orders })
  } catch (error) {
    if (run !== selecting.latestRun) return
    console.error('Error fetching orders', error)
    $scope.set({ kind: 'failed' })
  }
}

function select(selecting: Selecting, orders: readonly OrderSummary[], scope: Scope): void {
  selecting.latestRun += 1
  selecting.$scope.set(scope)
  selecting.$ids.set(new Set(orders.map(({ id }) => id)))
}

/** Shows a change of an order that is not on screen. */
function applyChange({ $scope }: Selecting, id: string, change: Partial<OrderSummary>): void {
  const scope = $scope.get()
  if (scope.kind !== 'filter') return
  const orders = scope.orders.map((order) => (order.id === id ? { ...order, ...change } : order))
  $scope.set({ ...scope, orders })
}
