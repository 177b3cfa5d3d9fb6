import { useStore } from '@nanostores/react'
import { use } from 'react'
import { OrderContext } from './OrderProvider.tsx'
import type { OrderView } from './order-view.store.ts'

/** The order of this page, and how to ask for it again. */
export function useOrders(): { view: OrderView; retry: () => Promise<void> } {
  const orders = use(OrderContext)
  if (!orders) throw new Error('useOrders must be used within an OrderProvider')
  return { view: useStore(orders.$view), retry: orders.retry }
}
