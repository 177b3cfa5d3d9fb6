/* What the desk adds to the list of orders. Without its folder it has a search and a status, and no order can be ticked. */
import type { ReadableAtom } from 'nanostores'
import type { ReactNode } from 'react'
import type { Stage } from '#admin/order/stages.ts'
import type { ExportStore } from '#admin/orders/export/export.store.ts'
import type { OrderSummary } from '#admin/orders/orders.ts'
import type { OrderListStore } from './order-list.store.ts'

export interface ListAdditions {
  /** Below search and status. */
  filters: ReactNode
  /** The box before each row, and the one above all. */
  ticks: {
    $selected: ReadableAtom<readonly OrderSummary[]>
    toggle: (order: OrderSummary) => void
    /** All rows of a page, or none where all of them were ticked. */
    togglePage: (rows: readonly OrderSummary[]) => void
  }
  /** In the rows of a stage, in place of the parcel: what a customer replied. */
  replyOf: (stage: Stage | undefined) => ((order: OrderSummary) => ReactNode) | undefined
  /** Shows what changed of an order that may be ticked. */
  applyChange: (id: string, change: Partial<OrderSummary>) => void
  /** Below the list. */
  bar: ReactNode
  /** Until the returned function is called. */
  start: () => () => void
}

export interface ListParts {
  list: OrderListStore
  /** Those on screen. */
  $rows: ReadableAtom<readonly OrderSummary[]>
  exporting: ExportStore
  /** Loads a row again where it stands. */
  refreshRow: (id: string) => Promise<void>
}

const found = import.meta.glob<(parts: ListParts) => ListAdditions>(
  '../../../desk/slots/order-list.tsx',
  { eager: true, import: 'default' },
)

/** Undefined without the desk. */
export const [createListAdditions] = Object.values(found)
