/*
 * The orders that the bar at the bottom of the list works on. They stay selected on every page of a filter, until
 * the admin clears them or chooses another filter (docs/product.md, rule 15.1).
 */
import { atom, computed, type ReadableAtom, type WritableAtom } from 'nanostores'
import { pagesOf } from '#admin/orders/all-orders.ts'
import type { OrderFilter } from '#admin/orders/order-filter.ts'
import { fetchOrders } from '#admin/orders/orders.api.ts'
import type { OrderSummary } from '#admin/orders/orders.ts'

export type Scope =
  | { kind: 'chosen' | 'failed' }
  | { kind: 'collecting'; collected: number }
  /** How many orders the filter had. */
  | { kind: 'filter'; all: number }

interface SelectionOptions {
  /** The rows on screen. */
  $rows: ReadableAtom<readonly OrderSummary[]>
  fetchOrders?: typeof fetchOrders
}

interface Selecting {
  $rows: ReadableAtom<readonly OrderSummary[]>
  /** As they were last seen, in the order in which they were selected. */
  $orders: WritableAtom<ReadonlyMap<string, OrderSummary>>
  $scope: WritableAtom<Scope>
  /** Ids that were ticked by `tickAll`: what the admin unticks of them stays so. */
  known: Set<string>
  fetchPage: typeof fetchOrders
  /** A later choice ends the collecting. */
  latestRun: number
}

interface Wanted {
  /** At most so many orders. */
  max: number
  /** Whether the admin asked for all: those that she unticked before as well. */
  isAsked: boolean
}

export function createSelection({ $rows, ...options }: SelectionOptions) {
  const selecting: Selecting = {
    $rows,
    $orders: atom(new Map()),
    $scope: atom({ kind: 'chosen' }),
    known: new Set(),
    fetchPage: options.fetchOrders ?? fetchOrders,
    latestRun: 0,
  }
  const { $orders, $scope } = selecting
  return {
    $scope,
    /** In the order of the list. */
    $selected: computed([$orders, $rows], inOrderOfList),
    toggle: (order: OrderSummary) =>
      $orders.get().has(order.id) ? remove(selecting, [order]) : add(selecting, [order]),
    /** Selects all rows of a page, or none where all of them were selected. */
    togglePage: (rows: readonly OrderSummary[]) =>
      rows.every(({ id }) => $orders.get().has(id))
        ? remove(selecting, rows)
        : add(selecting, rows),
    remove: (orders: readonly { id: string }[]) => remove(selecting, orders),
    applyChange: (id: string, change: Partial<OrderSummary>) => applyChange(selecting, id, change),
    /** Selects every order that the filter finds. */
    selectFilter: (filter: OrderFilter) =>
      collect(selecting, filter, { max: Number.POSITIVE_INFINITY, isAsked: true }),
    /** Ticks the first orders of a filter, at most `max`, but those that were unticked. */
    tickAll: (filter: OrderFilter, max: number) =>
      collect(selecting, filter, { max, isAsked: false }),
    /** The way back from every order of the filter, and from collecting them. */
    selectPage: () => select(selecting, $rows.get(), { kind: 'chosen' }),
    clear: () => select(selecting, [], { kind: 'chosen' }),
  }
}

export type SelectionStore = ReturnType<typeof createSelection>

/** A row on screen is newer than what was selected. */
function inOrderOfList(
  orders: ReadonlyMap<string, OrderSummary>,
  rows: readonly OrderSummary[],
): OrderSummary[] {
  const shown = new Map(rows.map((row, nth) => [row.id, { row, nth }]))
  const isOldestFirst = (rows[0]?.date ?? '') < (rows.at(-1)?.date ?? '')
  const placeOf = ({ id }: OrderSummary) => shown.get(id)?.nth ?? rows.length
  return [...orders.values()]
    .map((order) => shown.get(order.id)?.row ?? order)
    .sort((a, b) => {
      const byDate = a.date < b.date ? -1 : Number(a.date > b.date)
      return (isOldestFirst ? byDate : -byDate) || placeOf(a) - placeOf(b)
    })
}

function add({ $orders }: Selecting, orders: readonly OrderSummary[]): void {
  $orders.set(new Map([...$orders.get(), ...orders.map((order) => [order.id, order] as const)]))
}

function remove({ $orders }: Selecting, orders: readonly { id: string }[]): void {
  const left = new Map($orders.get())
  for (const { id } of orders) left.delete(id)
  $orders.set(left)
}

function select(selecting: Selecting, orders: readonly OrderSummary[], scope: Scope): void {
  selecting.latestRun += 1
  selecting.known.clear()
  selecting.$scope.set(scope)
  selecting.$orders.set(new Map(orders.map((order) => [order.id, order])))
}

/** Selects the orders of a filter, on screen or not, page after page. */
async function collect(selecting: Selecting, filter: OrderFilter, { max, isAsked }: Wanted) {
  const { known, $scope, fetchPage } = selecting
  selecting.latestRun += 1
  const run = selecting.latestRun
  let count = 0
  if (isAsked) $scope.set({ kind: 'collecting', collected: 0 })
  try {
    for await (const { rows } of pagesOf(filter, fetchPage)) {
      if (run !== selecting.latestRun) return
      const some = rows.slice(0, max - count)
      add(selecting, isAsked ? some : some.filter(({ id }) => !known.has(id)))
      for (const { id } of some) known.add(id)
      count += some.length
      if (isAsked) $scope.set({ kind: 'collecting', collected: count })
      if (count >= max) break
    }
    if (isAsked && run === selecting.latestRun) $scope.set({ kind: 'filter', all: count })
  } catch (error) {
    if (run !== selecting.latestRun) return
    console.error('Error fetching orders', error)
    $scope.set({ kind: 'failed' })
  }
}

/** Shows a change of a selected order. */
function applyChange({ $orders }: Selecting, id: string, change: Partial<OrderSummary>): void {
  const order = $orders.get().get(id)
  if (order) $orders.set(new Map([...$orders.get(), [id, { ...order, ...change }]]))
}
