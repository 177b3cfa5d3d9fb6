import type { ReactNode } from 'react'
import type { Cart } from '#features/cart/cart.ts'
import { OrderItems } from '#features/orders/OrderItems.tsx'
import { OrderTotals } from '#features/orders/OrderTotals.tsx'

export function CheckoutSummary({ cart, children }: { cart: Cart; children: ReactNode }) {
  return (
    <section aria-labelledby="summary" className="grid gap-5 rounded-lg border border-line p-5">
      <h2 id="summary" className="text-h3">
        Order Summary
      </h2>
      <OrderItems items={cart.items} />
      <OrderTotals total={cart.total} />
      {children}
    </section>
  )
}
