/* What the desk adds to the page of an order. Without its folder nothing corrects or replaces one, and none has notes. */
import type { ReactNode } from 'react'
import type { OrderDetailStore } from './order-detail.store.ts'
import type { OrderInFull } from './order-in-full.ts'

export interface OrderAdditions {
  /** Below the heading: what is next, and what speaks against it. */
  next: (found: OrderInFull) => ReactNode
  /** Below the card "Status and tracking". */
  parcels: (found: OrderInFull) => ReactNode
  /** Until the returned function is called. */
  start: () => () => void
}

export type OrderPageParts = Pick<OrderDetailStore, 'dispatch' | 'load' | 'showTold'>

const found = import.meta.glob<(parts: OrderPageParts) => OrderAdditions>(
  '../../desk/slots/order-page.tsx',
  { eager: true, import: 'default' },
)

/** Undefined without the desk. */
export const [createOrderAdditions] = Object.values(found)
