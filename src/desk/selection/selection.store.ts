/*
 * The orders that the bar at the bottom of the list works on. They stay selected on every page of a filter, until
 * the admin clears them or chooses another filter (docs/product.md, rule 15.1).
 */
import { atom, computed, type ReadableAtom } from 'nanostores'
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

export function createSelection({ $rows, fetchOrders: fetchPage = fetchOrders }: SelectionOptions) {
  /** As they were last seen, in the order in which they were selected. */
  const $orders = atom<ReadonlyMap<string, OrderSummary>>(new Map())
  const $scope = atom<Scope>({ kind: 'chosen' })
  /** Ids that were collected: what the admin unticks of them stays so. */
  const known = new Set<string>()
  /** A later choice ends the collecting. */
  let latestRun = 0

  const has = ({ id }: { id: string }) => $orders.get().has(id)

  function add(orders: readonly OrderSummary[]): void {
    $orders.set(new Map([...$orders.get(), ...byId(orders)]))
  }

  function remove(orders: readonly { id: string }[]): void {
    const left = new Map($orders.get())
    for (const { id } of orders) left.delete(id)
    $orders.set(left)
  }

  function selectOnly(orders: readonly OrderSummary[]): void {
    latestRun += 1
    known.clear()
    $scope.set({ kind: 'chosen' })
    $orders.set(byId(orders))
  }

  /** Adds the first orders of a filter, on screen or not, page after page. `show` says how far it is. */
  async function collect(
    filter: OrderFilter,
    max: number,
    show: (scope: Scope) => void,
  ): Promise<void> {
    latestRun += 1
    const run = latestRun
    let collected = 0
    show({ kind: 'collecting', collected })
    try {
      for await (const { rows } of pagesOf(filter, fetchPage)) {
        if (run !== latestRun) return
        const some = rows.slice(0, max - collected)
        add(some.filter(({ id }) => !known.has(id)))
        for (const { id } of some) known.add(id)
        collected += some.length
        show({ kind: 'collecting', collected })
        if (collected >= max) break
      }
      if (run === latestRun) show({ kind: 'filter', all: collected })
    } catch (error) {
      if (run !== latestRun) return
      console.error('Error fetching orders', error)
      $scope.set({ kind: 'failed' })
    }
  }

  return {
    $scope,
    /** In the order of the list. */
    $selected: computed([$orders, $rows], inOrderOfList),
    toggle: (order: OrderSummary) => (has(order) ? remove([order]) : add([order])),
    /** Selects all rows of a page, or none where all of them were selected. */
    togglePage: (rows: readonly OrderSummary[]) => (rows.every(has) ? remove(rows) : add(rows)),
    remove,
    /** Shows a change of a selected order. */
    applyChange(id: string, change: Partial<OrderSummary>): void {
      const order = $orders.get().get(id)
      if (order) add([{ ...order, ...change }])
    },
    /** Selects every order that the filter finds, those that were unticked before as well. */
    selectFilter: (filter: OrderFilter) => {
      known.clear()
      return collect(filter, Number.POSITIVE_INFINITY, $scope.set)
    },
    /** Ticks the first orders of a filter, at most `max`, but those that were unticked. */
    tickAll: (filter: OrderFilter, max: number) => collect(filter, max, () => {}),
    /** The way back from every order of the filter, and from collecting them. */
    selectPage: () => selectOnly($rows.get()),
    clear: () => selectOnly([]),
  }
}

export type SelectionStore = ReturnType<typeof createSelection>

function byId(orders: readonly OrderSummary[]): Map<string, OrderSummary> {
  return new Map(orders.map((order) => [order.id, order]))
}

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
