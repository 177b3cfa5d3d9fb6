/* What the desk adds to the page of an order. Without its folder nothing corrects or replaces one, and none has notes. */
import type { ReactNode } from 'react'
import type { Order } from '#order/order.ts'
import type { DispatchFormStore } from './dispatch-form.store.ts'
import type { OrderWithHistory } from './order-with-history.ts'
import type { OrderForm, ShownOrder } from './shown-order.ts'

export interface OrderAdditions {
  /** The form of `correct()`. */
  correction: OrderForm
  /** Below the heading: what is next, and what speaks against it. */
  next: (found: OrderWithHistory) => ReactNode
  /** Below the address. */
  correct: (order: Order) => ReactNode
  /** Below the card "Status and tracking". */
  parcels: (found: OrderWithHistory) => ReactNode
  /** At the end. */
  notes: (found: OrderWithHistory) => ReactNode
  /** Behind "⋯". */
  sheet: (found: OrderWithHistory) => MoreSheet | undefined
  /** Until the returned function is called. */
  start: () => () => void
}

export interface MoreSheet {
  /** Of its button, too. */
  title: string
  /** Of a link that opens it at once. */
  fragment: string
  content: ReactNode
}

const found = import.meta.glob<(shown: ShownOrder, dispatch: DispatchFormStore) => OrderAdditions>(
  '../../desk/slots/order-page.tsx',
  { eager: true, import: 'default' },
)

/** Undefined without the desk. */
export const [createOrderAdditions] = Object.values(found)
