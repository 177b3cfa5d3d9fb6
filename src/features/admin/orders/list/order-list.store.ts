/* The list on the owner's screen: what is asked for, and what the store answered. */
import { atom } from 'nanostores'
import {
  type OrderChange,
  type OrderCounts,
  type OrderPage,
  type OrderQuery,
  withChange,
} from '../order-list.ts'
import { fetchCounts, fetchOrders } from '../orders.api.ts'
import {
  ALL_ORDERS,
  fromSearchParams,
  isNewest,
  MAX_SEARCH_LENGTH,
  toSearchParams,
} from './order-query.ts'

export type OrderList =
  | { state: 'loading' }
  | { state: 'failed' }
  /** While the next answer is awaited the last one stays on the screen. */
  | { state: 'shown'; page: OrderPage; isLoading: boolean }

/** Milliseconds without a key until what was typed is searched for. */
const TYPING_PAUSE = 300

const live = { fetchOrders, fetchCounts, address: browserAddress() }

export function createOrderList({ fetchOrders, fetchCounts, address } = live) {
  const $list = atom<OrderList>({ state: 'loading' })
  const $query = atom<OrderQuery>(fromSearchParams(address.read()))
  /** Nothing until the store has told them. */
  const $counts = atom<OrderCounts | undefined>(undefined)
  let asked = 0
  let countsAsked = 0
  let typing: ReturnType<typeof setTimeout> | undefined

  /** Asks for what `$query` says. Only the answer to the last question counts. */
  async function load(): Promise<void> {
    clearTimeout(typing)
    asked += 1
    const question = asked
    const shown = $list.get()
    $list.set(shown.state === 'shown' ? { ...shown, isLoading: true } : { state: 'loading' })
    void loadCounts()
    try {
      const page = await fetchOrders($query.get())
      if (question !== asked) return
      // Whoever pages back to the top sees a whole first page, not the few orders that came in since.
      if ($query.get().newerThan && !page.newer)
        return await go({ ...$query.get(), newerThan: undefined })
      $list.set({ state: 'shown', page, isLoading: false })
    } catch (error) {
      if (question !== asked) return
      console.error('Error fetching orders', error)
      $list.set({ state: 'failed' })
    }
  }

  async function loadCounts(): Promise<void> {
    countsAsked += 1
    const question = countsAsked
    try {
      const counts = await fetchCounts()
      if (question === countsAsked) $counts.set(counts)
    } catch {
      // The list says what is wrong with the store; its filter works without numbers.
    }
  }

  /** For what is typed: waits for a pause, and is not a step of its own for Back. */
  function search(typed: string): void {
    $query.set({ search: typed.slice(0, MAX_SEARCH_LENGTH), status: $query.get().status })
    address.replace(toSearchParams($query.get()))
    clearTimeout(typing)
    typing = setTimeout(load, TYPING_PAUSE)
  }

  /** For what is pressed: a step that Back undoes. A new filter begins at its newest order. */
  async function choose(query: Partial<OrderQuery>): Promise<void> {
    const { search, status } = $query.get()
    $query.set({ search, status, ...query })
    address.push(toSearchParams($query.get()))
    await load()
  }

  async function showNewest(): Promise<void> {
    if (isNewest($query.get())) await load()
    else await choose(ALL_ORDERS)
  }

  async function go(query: OrderQuery): Promise<void> {
    $query.set(query)
    address.replace(toSearchParams(query))
    await load()
  }

  /** After Back or Forward. */
  async function followAddress(): Promise<void> {
    $query.set(fromSearchParams(address.read()))
    await load()
  }

  /** Shows a change that was saved elsewhere on the page. */
  function applyChange(id: string, change: OrderChange): void {
    const list = $list.get()
    if (list.state !== 'shown') return
    const orders = list.page.orders.map((order) =>
      order.id === id ? withChange(order, change) : order,
    )
    $list.set({ ...list, page: { ...list.page, orders } })
  }

  return {
    $list,
    $query,
    $counts,
    load,
    loadCounts,
    search,
    choose,
    showNewest,
    followAddress,
    applyChange,
  }
}

export type OrderListStore = ReturnType<typeof createOrderList>

function browserAddress() {
  return {
    read: () => new URLSearchParams(location.search),
    push: (params: URLSearchParams) => history.pushState(null, '', hrefOf(params)),
    replace(params: URLSearchParams) {
      try {
        history.replaceState(null, '', hrefOf(params))
      } catch {
        // Safari refuses more than a hundred changes in half a minute; the next one will be written.
      }
    },
  }
}

function hrefOf(params: URLSearchParams): string {
  const url = new URL(location.href)
  url.search = params.toString()
  return url.href
}
