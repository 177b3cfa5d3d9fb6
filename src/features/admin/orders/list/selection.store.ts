/* The selection for a bulk change or for printing. It stays while the list is paged or searched. */
import { atom } from 'nanostores'
import type { OrderSummary } from '../orders.ts'

export function createSelection() {
  const $selected = atom<readonly OrderSummary[]>([])

  function isSelected(id: string): boolean {
    return $selected.get().some((order) => order.id === id)
  }

  function toggle(order: OrderSummary): void {
    if (isSelected(order.id)) remove([order])
    else $selected.set([...$selected.get(), order])
  }

  /** Selects all rows of a page, or none where all of them were selected. */
  function togglePage(rows: readonly OrderSummary[]): void {
    if (rows.every(({ id }) => isSelected(id))) remove(rows)
    else $selected.set([...$selected.get(), ...rows.filter(({ id }) => !isSelected(id))])
  }

  function remove(orders: readonly { id: string }[]): void {
    $selected.set($selected.get().filter(({ id }) => !orders.some((order) => order.id === id)))
  }

  return { $selected, toggle, togglePage, remove, clear: () => $selected.set([]) }
}

export type SelectionStore = ReturnType<typeof createSelection>
