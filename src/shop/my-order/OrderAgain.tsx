import { buttonClass } from '#kit/form/Button.tsx'
import type { Order } from '#order/order.ts'
import { statusDefinition } from '#order/status.ts'
import { handOverToCart, pathToOrderAgain } from './earlier-purchase.ts'

/** Whether it is the first thing to do with an order: nothing of it is on its way any more. */
export function isOrderAgainFirst({ masked, status }: Order): boolean {
  return !masked && statusDefinition(status).isFinal
}

/** Leads to the cart with the lines of an order that is on its way or closed. */
export function OrderAgain({ order }: { order: Order }) {
  if (order.masked || statusDefinition(order.status).isOpen) return null
  return (
    <a
      href={pathToOrderAgain(order)}
      onClick={() => handOverToCart(order)}
      className={`${buttonClass(isOrderAgainFirst(order) ? 'primary' : 'quiet')} sm:justify-self-start`}
    >
      Order Again
    </a>
  )
}
