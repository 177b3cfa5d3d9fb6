import { createContext, type ReactNode } from 'react'
import type { OrderViewStore } from './order-view.store.ts'

/** Null outside a provider. Read it through `useOrders`. */
export const OrderContext = createContext<OrderViewStore | null>(null)

export interface OrderProviderProps {
  orders: OrderViewStore
  children: ReactNode
}

export function OrderProvider({ orders, children }: OrderProviderProps) {
  return <OrderContext value={orders}>{children}</OrderContext>
}
