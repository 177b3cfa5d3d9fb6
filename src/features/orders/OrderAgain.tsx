import { buttonClass } from '#ui/Button.tsx'
import type { Order } from './order.ts'
import { handOverToCart, pathToOrderAgain } from './order-again.ts'

/** Leads to the cart with the lines of an order that is on its way or closed. */
export function OrderAgain({ order }: { order: Order }) {
  const isOpen = order.status === 'pending' || order.status === 'processing'
  if (order.masked || isOpen) return null
  return (
    <a
      href={pathToOrderAgain(order)}
      onClick={() => handOverToCart(order)}
      className={`${buttonClass('secondary')} justify-self-start`}
    >
      Order Again
    </a>
  )
}
