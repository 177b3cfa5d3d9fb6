import type { ReactNode } from 'react'
import { OrderLoading, OrderMissing, OrderNotShown } from './OrderStates.tsx'
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
      return (
        <OrderNotShown
          title="Too many look-ups"
          hint="Many unknown order numbers were asked for from your connection. Please wait ten minutes and try again."
          onRetry={() => void retry()}
        />
      )
    case 'unreachable':
      return (
        <OrderNotShown
          title="We could not load your order"
          hint="The connection may be weak. Your order itself is safe."
          onRetry={() => void retry()}
        />
      )
    case 'found':
      return children(view.order)
  }
}
