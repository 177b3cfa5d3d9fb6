/* The orders picked for a bulk change or for printing. Paging and searching keep them. */
import { atom } from 'nanostores'
import type { OrderSummary } from '../order-list.ts'

export function createSelection() {
  const $picked = atom<readonly OrderSummary[]>([])

  function isPicked(id: string): boolean {
    return $picked.get().some((order) => order.id === id)
  }

  function toggle(order: OrderSummary): void {
    if (isPicked(order.id)) drop([order])
    else $picked.set([...$picked.get(), order])
  }

  /** Picks the whole page, or lets go of it where all of it was picked. */
  function togglePage(page: readonly OrderSummary[]): void {
    if (page.every(({ id }) => isPicked(id))) drop(page)
    else $picked.set([...$picked.get(), ...page.filter(({ id }) => !isPicked(id))])
  }

  function drop(orders: readonly { id: string }[]): void {
    $picked.set($picked.get().filter(({ id }) => !orders.some((order) => order.id === id)))
  }

  return { $picked, toggle, togglePage, drop, clear: () => $picked.set([]) }
}

export type SelectionStore = ReturnType<typeof createSelection>
