import { paths } from '#paths.ts'
import type { NamedOrder } from './checkout-state.store.ts'

/** Names saved orders beside the button. The live region is in the page before its text. */
export function NamedOrders({ orders }: { orders: NamedOrder[] }) {
  const [latest] = orders
  return (
    <div
      role="alert"
      className="grid gap-3 empty:hidden not-empty:rounded-md not-empty:bg-sand not-empty:p-4"
    >
      {orders.map((order) =>
        order.isCopyMissing ? (
          <p key={order.orderId}>
            Your order <OrderLink {...order} /> is saved, but its copy did not reach us. Press Place
            Order again: it will not be ordered twice. With another cart or address it will be a new
            order.
          </p>
        ) : (
          <p key={order.orderId}>
            Your earlier order <OrderLink {...order} /> is placed already. What is in your cart now
            is not part of it
            <span>
              {order === latest && ' and not ordered yet. Press Place Order to order it as well'}
            </span>
            .
          </p>
        ),
      )}
    </div>
  )
}

function OrderLink({ orderId }: NamedOrder) {
  return (
    <a href={paths.confirmation(orderId)} className="text-link font-semibold" translate="no">
      {orderId}
    </a>
  )
}
