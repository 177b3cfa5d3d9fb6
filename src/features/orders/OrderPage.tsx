import type { ReactNode } from 'react'
import { OrderLimited, OrderLoading, OrderMissing, OrderUnreachable } from './OrderStates.tsx'
import type { Order } from './order.ts'
import { useOrders } from './useOrders.ts'

/** An order, or why there is none, in the same words on every order page. */
export function OrderPage({ children }: { children: (order: Order) => ReactNode }) {
  const { view, retry } = useOrders()
  switch (view.state) {
    case 'loading':
      return <OrderLoading />
    case 'missing':
      return <OrderMissing />
    case 'limited':
      return <OrderLimited onRetry={() => void retry()} />
    case 'unreachable':
      return <OrderUnreachable onRetry={() => void retry()} />
    case 'found':
      return children(view.order)
  }
}
